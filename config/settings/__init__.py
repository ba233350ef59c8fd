"""Settings: everything that differs between hosts comes from the environment, with safe defaults.

One module for each topic; Django takes every name in capitals. `docs/hosting.md` has a paragraph for each
variable read here; a test compares the two.
"""

from .accounts import *  # noqa: F403
from .data import *  # noqa: F403
from .folders import *  # noqa: F403
from .logs import *  # noqa: F403
from .mail import *  # noqa: F403
from .security import *  # noqa: F403
from .site import *  # noqa: F403
from .tasks import *  # noqa: F403
