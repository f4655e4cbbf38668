"""Prints a page of a server that anchord allows, or the reasons for the denial."""

import argparse
import sys
import urllib.error
import urllib.request

import anchord


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--policy", default="system")
    parser.add_argument("--anchord", default="/run/anchord/anchord.sock", help="the Unix socket or http://IP:PORT")
    options = parser.parse_args()
    context = anchord.ClientContext(anchord.Client(options.anchord), options.policy)
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context))
    try:
        with opener.open(options.url, timeout=10) as response:
            sys.stdout.buffer.write(response.read())
    except urllib.error.URLError as error:
        print(anchord.cause(error) or error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
