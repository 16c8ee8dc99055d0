"""What Alembic runs: the migrations, on the connection that the app opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
