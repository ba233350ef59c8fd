"""Settings: whatever differs between hosts comes from environment variables with safe defaults.

One module for each topic. `docs/hosting.md` describes each variable read here; a test compares the two.
"""

from .accounts import *  # noqa: F403
from .data import *  # noqa: F403
from .folders import *  # noqa: F403
from .logs import *  # noqa: F403
from .mail import *  # noqa: F403
from .security import *  # noqa: F403
from .site import *  # noqa: F403
from .tasks import *  # noqa: F403
