"""Prints the times of handshakes. The program `benchmark` of the clients describes its arguments."""

from __future__ import annotations

import os
import re
import socket
import ssl
import sys
import time
from pathlib import Path

import anchord


def context(mode: str) -> ssl.SSLContext:
    if mode == "anchord":
        client = anchord.Client(os.environ["ANCHORD_ADDRESS"], allowed_uids=[os.getuid()])
        return anchord.ClientContext(client, os.environ["ANCHORD_POLICY"])
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    own.load_verify_locations(os.environ["ANCHORD_ROOT"])
    return own


def main() -> None:
    address, count, mode = sys.argv[1:]
    host, _, port = address.rpartition(":")
    used = context(mode)
    for _ in range(int(count)):
        begin = time.perf_counter_ns()
        with (
            socket.create_connection((host, int(port))) as plain,
            used.wrap_socket(plain, server_hostname=host),
        ):
            print((time.perf_counter_ns() - begin) // 1000)
    memory = re.findall(r"^VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)[0]
    print(f"rss {memory} fds {len(os.listdir('/proc/self/fd'))}")


if __name__ == "__main__":
    main()
