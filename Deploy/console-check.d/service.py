"""Runs the service of the check."""

import hashlib
import json
import pathlib
import subprocess
import tempfile
import urllib.request

from chains import HOSTILE, pem

OPERATOR, READER = "operator-token", "reader-token"

PAYMENTS = """
description: Servers of the payment platform
hosts:
  api.pay.example: pinned
  "*.pay.example": private
  legacy.example: performDefaultHandling
otherwise: deny
policies:
  private:
    evaluator: default
    anchors: [root.pem]
  pinned:
    evaluator: pinPublicKeys
    anchors: [root.pem]
    pins: ["%s", "%s"]
    expires: %s
"""
HOSTILE_SET = """
description: %s
otherwise: open
policies: {open: {evaluator: default}}
"""
CLIENTS = """
clients:
  - {name: operator, token: {sha256: "%s"}, may: [evaluate, read, reload, decisions, block, {write: [payments, written]}]}
  - {name: reader, token: {sha256: "%s"}, may: [evaluate, read]}
"""


def scalar(text):
    """Writes a text as a quoted scalar of YAML."""
    return '"' + "".join(one if one.isalnum() and one.isascii() else f"\\U{ord(one):08x}" for one in text) + '"'


class Service:
    """A running service. Without `clients`, everyone may evaluate and read."""

    def __init__(self, program, chains, has_clients=True, port=0):
        self.directory = tempfile.TemporaryDirectory()
        place = pathlib.Path(self.directory.name)
        policies = place / "policies"
        policies.mkdir()
        (policies / "root.pem").write_text(pem([chains.root]))
        expires = (chains.good[-1].not_valid_after_utc).strftime("%Y-%m-%d")
        (policies / "payments.yaml").write_text(PAYMENTS % (chains.pin, chains.backup, expires))
        (policies / "hostile.yaml").write_text(HOSTILE_SET % scalar(" ".join(HOSTILE)))
        (place / "anchord.yaml").write_text(CLIENTS % tuple(hashlib.sha256(token.encode()).hexdigest() for token in (OPERATOR, READER))
                                            if has_clients else "console: true\n")
        self.policies = policies
        options = ["--policies", policies, "--system-anchors", policies / "root.pem", "--written-policies", place / "written",
                   "--blocks-directory", place / "blocks", "--decisions-record", "inputs", "--limits-body-bytes", 16 << 20,
                   "--limits-certificate-bytes", 1 << 20, "--log-format", "json", "--listen", f"127.0.0.1:{port}"]
        (place / "written").mkdir()
        self.process = subprocess.Popen(
            [program, "serve", "--config", place / "anchord.yaml", *map(str, options)], stderr=subprocess.PIPE, text=True)
        self.address = self.started()

    def started(self):
        output = []
        for line in self.process.stderr:
            output.append(line)
            # Errors of the command line are not JSON.
            entry = json.loads(line) if line.startswith("{") else {}
            if entry.get("message") == "anchord is serving":
                return "http://" + entry["addresses"][0]
        raise AssertionError("the service did not start: " + "".join(output))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self.directory.cleanup()


def ask(address, path, body):
    """Asks the API as the operator."""
    headers = {"Authorization": f"Bearer {OPERATOR}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address + path, json.dumps(body).encode(), headers)) as response:
        return json.load(response)
