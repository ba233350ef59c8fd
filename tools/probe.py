"""Health check of a container: exits with 0 if the web process answers a request like the proxy's."""

from __future__ import annotations

import http.client
import os
import sys


def main() -> int:
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip() or "127.0.0.1"
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=8)
    try:
        connection.request("GET", "/", headers={"Host": host, "X-Forwarded-Proto": "https"})
        status = connection.getresponse().status
    except OSError as problem:
        print(type(problem).__name__)
        return 1
    finally:
        connection.close()
    print(status)
    return 0 if status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
