"""Conversations that last: kept in a database, listed, searched, resumed and exported."""
