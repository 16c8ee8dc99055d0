"""Where the page's elements are kept while it runs."""

import atexit
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp


def keep_files_apart() -> None:
    """Gives this process a folder of its own for the page's elements, gone when it ends.

    Chainlit's own is shared by every process that was started in one place, and removed by
    the first of them that ends.
    """
    folder = mkdtemp(prefix="folio-page-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # Sessions look it up there when they need it; the package's attribute of that name is something else.
    vars(sys.modules["chainlit.config"])["FILES_DIRECTORY"] = Path(folder)
