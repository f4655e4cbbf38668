"""Uses the client that was generated from openapi.yaml with a running service.

Arguments: the document, the output of the generator, and the path of anchord.
"""

import datetime
import importlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import httpx
from anchord_client import Client
from anchord_client.api.evaluation import describe_certificates, evaluate, evaluate_batch
from anchord_client.api.operation import contract, health, live, metrics, overview, ready, status
from anchord_client.api.policies import list_policy_sets, show_policy_set
from anchord_client.models import (
    Certificates,
    CertificatesForm,
    CertificatesRequest,
    EvaluationForm,
    EvaluationRequest,
    Inclusion,
    InlinePolicy,
    InlinePolicyEvaluator,
    PolicySet,
    Problem,
    QueryFlag,
    Status,
    Verdict,
)
from anchord_client.types import File
from ruamel.yaml import YAML

# The generator does not support certificates, NDJSON, YAML or archives as bodies; clients use JSON or the form.
UNSUPPORTED = {
    "application/x-pem-file", "application/pem-certificate-chain", "application/pkix-cert", "application/pkcs7-mime",
    "application/x-ndjson", "application/yaml", "application/x-tar", "text/event-stream",
}
# The responses of these routes have no enumerations; no question of this check ends within the forecast.
CLOSED = {
    "/v1/status", "/v1/policy-sets", "/v1/policy-sets/{name}", "/v1/reload", "/v1/identities/{name}/signatures", "/v1/blocks",
    "/v1/blocks/{id}", "/v1/forecast", "/v1/policy-sets/{name}/revisions", "/v1/policy-sets/{name}/revisions/{number}/restore",
}
# A local client may do everything, and requests over TCP may evaluate and read.
CONFIGURATION = """
clients:
  - {name: local, unixUser: %(user)d, may: [evaluate, read, sign, reload, decisions, block, {write: [written]}]}
  - {name: anyone, anonymous: true, may: [evaluate, read]}
identities:
  partner:
    certificateChain: %(directory)s/client.pem
    privateKey: %(directory)s/client.key
    hosts: [b2b.partner.example]
    clients: [local]
blocks: {directory: %(directory)s/blocks}
writtenPolicies: %(directory)s/written
"""
CHALLENGE = {"authenticationMethod": "clientCertificate", "host": "b2b.partner.example", "port": 443}
SIGNATURE = {"algorithm": "ecdsaWithSHA256", "challenge": {"namespace": "x", "audience": "y", "nonce": "A" * 24}}
BLOCK = {"match": {"spkiSha256": ["sha256/" + "A" * 43 + "="]}, "reason": "a test"}
WRITTEN = {"policies": {"closed": {"evaluator": "default"}}}
BODY_BYTES = 65536
FUTURE = "someFutureValue"


class Service:
    """A running service whose system trust store has one root."""

    def __init__(self, program, root):
        self.directory = tempfile.TemporaryDirectory()
        anchors = pathlib.Path(self.directory.name, "root.pem")
        anchors.write_text(root)
        self.socket = str(pathlib.Path(self.directory.name, "anchord.sock"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=client",
             "-keyout", "client.key", "-out", "client.pem"],
            cwd=self.directory.name, check=True, capture_output=True,
        )
        configuration = pathlib.Path(self.directory.name, "anchord.yaml")
        configuration.write_text(CONFIGURATION % {"directory": self.directory.name, "user": os.getuid()})
        self.process = subprocess.Popen(
            [program, "serve", "--config", str(configuration), "--listen", "127.0.0.1:0", "--listen", "unix:" + self.socket,
             "--system-anchors", str(anchors), "--log-format", "json", "--limits-body-bytes", str(BODY_BYTES),
             "--decisions-record", "inputs"],
            stderr=subprocess.PIPE, text=True,
        )
        output = []
        for line in self.process.stderr:
            output.append(line)
            # Errors of the command line are not JSON.
            entry = json.loads(line) if line.startswith("{") else {}
            if entry.get("message") == "anchord is serving":
                self.address = "http://" + next(name for name in entry["addresses"] if not name.startswith("unix:"))
                return
        raise AssertionError("the service did not start: " + "".join(output))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.directory.cleanup()


class Schemas:
    """The schemas of the document."""

    def __init__(self, document):
        self.document = document

    def resolved(self, schema):
        while "$ref" in schema:
            target = self.document
            for key in schema["$ref"].split("/")[1:]:
                target = target[key]
            schema = target
        if "allOf" in schema:
            parts = [self.resolved(part) for part in schema["allOf"]]
            return {"properties": {name: value for part in parts for name, value in part["properties"].items()}}
        return schema

    def in_future(self, schema, value):
        """Returns a value with unknown values of all enumerations and with unknown members."""
        schema = self.resolved(schema)
        if "x-extensible-enum" in schema:
            return FUTURE
        if isinstance(value, list):
            return [self.in_future(schema["items"], item) for item in value]
        if isinstance(value, dict) and "properties" in schema:
            members = {name: self.in_future(schema["properties"][name], member) for name, member in value.items()}
            return members | {"someFutureMember": {"a": [1]}}
        return value


def plain(value):
    """Returns JSON with times in one spelling, to compare what a client has read with what was sent."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)", value):
        return datetime.datetime.fromisoformat(value).isoformat()
    return value


def require(condition, text):
    if not condition:
        raise AssertionError(text)


def require_read(answer, kind, code=200):
    """Checks that a client has read a whole response, and returns what it has read."""
    require(answer.status_code == code, f"expected status {code}, found {answer.status_code}: {answer.content}")
    require(isinstance(answer.parsed, kind), f"expected {kind}, found {type(answer.parsed)}: {answer.content}")
    sent = plain(json.loads(answer.content))
    require(plain(answer.parsed.to_dict()) == sent, f"a member was not read: {sent}")
    return answer.parsed


def require_problem(answer, code, name):
    problem = require_read(answer, Problem, code)
    require(problem.code == name, f"expected the problem {name}, found {problem.code}")


def check_warnings(log):
    """Checks that the generator omitted only bodies and responses of unsupported media types."""
    blocks = [block for block in re.split(r"(?m)^(?=WARNING|ERROR)", log) if re.match("WARNING|ERROR", block)]
    for block in blocks:
        found = re.search(r"Unsupported content[ _]type ([a-z0-9./+-]+)", block)
        require(found and found[1] in UNSUPPORTED, f"the generator reports: {block}")


def check_evaluations(client, content, requests):
    expected = content["responses"]["200"]["content"]["application/json"]["examples"]
    for name, request in requests.items():
        answer = evaluate.sync_detailed(client=client, body=EvaluationRequest.from_dict(request))
        verdict = require_read(answer, Verdict)
        codes = [reason["code"] for reason in expected[name]["value"]["reasons"]]
        # The trust anchor of the example without a policy is in the system trust store here.
        require(name == "unknownRoot" or [reason.code for reason in verdict.reasons] == codes, f"{name}: {codes}")


def check_policy_and_inclusion(client, example):
    anchors = example["policy"]["anchors"]
    chain = CertificatesRequest(chain=example["chain"])
    plan = require_read(describe_certificates.sync_detailed(client=client, body=chain), Certificates).pin_plan
    pins = [entry.pin for entry in plan.certificates]
    policy = InlinePolicy(evaluator=InlinePolicyEvaluator.PINPUBLICKEYS, pins=pins, anchors=anchors)
    request = EvaluationRequest(
        chain=[example["chain"]], host=example["host"], policy=policy,
        at=datetime.datetime.fromisoformat(example["at"]), include=[Inclusion.CERTIFICATES],
    )
    verdict = require_read(evaluate.sync_detailed(client=client, body=request), Verdict)
    require(verdict.trusted and verdict.matched_pin in pins, "the inline policy has no effect")
    require(verdict.path[0].pem in example["chain"], "the path has no certificates")
    require(verdict.matched_key.startswith("-----BEGIN PUBLIC KEY-----\n"), "there is no matched key")


def check_forms(client, example):
    file = File(payload=io.BytesIO(example["chain"].encode()), file_name="chain.pem")
    form = EvaluationForm(file=[file], host=example["host"], at=example["at"], explain=QueryFlag.TRUE)
    verdict = require_read(evaluate.sync_detailed(client=client, body=form), Verdict)
    require(verdict.trusted and len(verdict.checks) > 0, "the form was not read")
    file = File(payload=io.BytesIO(example["chain"].encode()), file_name="chain.pem")
    described = describe_certificates.sync_detailed(client=client, body=CertificatesForm(file=[file]))
    require(len(require_read(described, Certificates).certificates) == 2, "the form was not read")


def check_batch(client, example):
    valid, unknown = EvaluationRequest.from_dict(example), EvaluationRequest.from_dict(example | {"policy": "none"})
    answer = evaluate_batch.sync_detailed(client=client, body=[valid, unknown, valid])
    kinds = [type(item) for item in answer.parsed]
    require(kinds == [Verdict, Problem, Verdict], f"the batch has {kinds}")
    require([plain(item.to_dict()) for item in answer.parsed] == plain(json.loads(answer.content)), "a member was not read")


def check_problems(client, example):
    def ask(body=None, client=client, **parameters):
        request = EvaluationRequest.from_dict(example | (body or {}))
        return evaluate.sync_detailed(client=client, body=request, **parameters)

    require_problem(ask({"host": None}), 400, "hostRequired")
    require_problem(ask({"policy": "none"}), 404, "unknownPolicySet")
    require_problem(ask({"nonce": "x" * BODY_BYTES}), 413, "bodyTooLarge")
    require_problem(ask({"chain": "x"}), 422, "malformedPEM")
    page = Client(base_url=client._base_url, headers={"Origin": "https://evil.example"})
    require_problem(ask(client=page), 403, "foreignOrigin")
    refused = ask({"host": "www.example.com"}, fail_on_untrusted=QueryFlag.TRUE)
    require(not require_read(refused, Verdict, 403).trusted, "the verdict of status 403 was not read")
    require_problem(show_policy_set.sync_detailed("none", client=client), 404, "unknownPolicySet")
    require_problem(list_policy_sets.sync_detailed(client=client, limit=0), 400, "invalidRequest")
    for method, headers, code, name in [
        ("PUT", {}, 405, "methodNotAllowed"), ("POST", {"Content-Type": "text/plain"}, 415, "unsupportedMediaType"),
    ]:
        response = client.get_httpx_client().request(method, "/v1/evaluations", headers=headers)
        require_problem(evaluate._build_response(client=client, response=response), code, name)


def check_operation(client, document):
    sets = list_policy_sets.sync_detailed(client=client)
    require([item.name for item in sets.parsed.policy_sets] == ["system"], f"the list was not read: {sets.content}")
    require_read(show_policy_set.sync_detailed("system", client=client), PolicySet)
    require_read(status.sync_detailed(client=client), Status)
    for module in [live, health, ready]:
        require(module.sync(client=client) == "ok\n", f"{module.__name__} is not ok")
    require("anchord_build_info" in metrics.sync(client=client), "the metrics were not read")
    require("/openapi.yaml" in overview.sync(client=client), "the root path was not read")
    require(contract.sync(client=client) == document.decode(), "the service has another openapi.yaml")


def operations(document):
    """Returns each operation with the generated module."""
    for methods in document["paths"].values():
        for operation in methods.values():
            name = re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), operation["operationId"])
            yield operation, importlib.import_module(f"anchord_client.api.{operation['tags'][0]}.{name}")


def check_documented_problems(client, document):
    """Checks that every documented status of a problem is read, also with an unknown code."""
    problem = {"type": "urn:anchord:problem:x", "title": "T", "detail": "D", "code": FUTURE, "errors": []}
    count = 0
    for operation, module in operations(document):
        for code in [int(code) for code in operation["responses"] if int(code) >= 400]:
            response = httpx.Response(code, json=problem | {"status": code, "someFutureMember": 1})
            answer = module._build_response(client=client, response=response)
            require(isinstance(answer.parsed, Problem), f"{operation['operationId']} does not read {code}")
            require(answer.parsed.code == FUTURE, f"{operation['operationId']} does not read an unknown code")
            count += 1
    require(count > 40, f"only {count} problems are documented")


class Answers:
    """Requests of all operations, in the order of the document."""

    def __init__(self, remote, local):
        self.remote, self.local = remote, local
        self.tag = self.decision = None

    def get(self, method, path, question):
        """Returns the response of an operation."""
        bodies = {
            "/v1/certificates": {"chain": question["chain"]}, "/v1/challenges": CHALLENGE,
            "/v1/evaluations/batch": [question], "/v1/identities/{name}/signatures": SIGNATURE,
            "/v1/evaluations": question, "/v1/blocks/{id}": BLOCK, "/v1/policy-sets/{name}": WRITTEN,
            "/v1/policy-sets/{name}/check": {
                "candidate": WRITTEN, "evaluations": [{"chain": question["chain"], "host": "example.com"}],
            },
        }
        is_written = method in ("put", "delete") or "revisions" in path or path.endswith("/check")
        is_local = is_written or not path.startswith(("/v1/evaluations", "/v1/certificates", "/v1/policy-sets", "/v1/status"))
        name = "written" if is_written else "partner" if "identities" in path else "system"
        target = path.replace("{name}", name).replace("{number}", "1")
        target = target.replace("{id}", self.decision or "" if "decisions" in path else "stolen")
        headers = {}
        if "policy-sets" in path and (method == "put" or "restore" in path):
            headers["If-None-Match"] = "*"
        elif "policy-sets" in path and method == "delete":
            headers["If-Match"] = self.tag
        if "blocks/" in path and method == "get":
            self.local.put(target, json=BLOCK)
        body = bodies.get(path) if method in ("post", "put") else None
        response = (self.local if is_local else self.remote).request(method.upper(), target, json=body, headers=headers)
        if method == "put":
            self.tag = response.headers.get("ETag")
        if path == "/v1/decisions":
            self.decision = next(decision["id"] for decision in response.json()["decisions"] if "verdict" in decision)
        return response


def check_future(client, local, document, example):
    """Checks that responses with unknown enumeration values and members are read; `local` uses the Unix socket."""
    schemas = Schemas(document)
    answers = Answers(client.get_httpx_client(), local.get_httpx_client())
    for operation, module in operations(document):
        content = operation["responses"].get("200", {}).get("content", {})
        if "application/json" not in content:
            continue
        path, method = next(
            (path, method)
            for path, methods in document["paths"].items() for method in methods if methods[method] is operation
        )
        response = answers.get(method, path, example | {"explain": True})
        require(response.status_code in (200, 201), f"{method} {path}: {response.text}")
        schema = content["application/json"]["schema"]
        if path.endswith("batch"):
            schema = {"items": {"$ref": "#/components/schemas/Verdict"}}
        future = schemas.in_future(schema, response.json())
        answer = module._build_response(client=client, response=httpx.Response(200, json=future))
        read = answer.parsed if isinstance(answer.parsed, list) else [answer.parsed]
        found = json.dumps([item.to_dict() for item in read]).count(FUTURE)
        require(found == json.dumps(future).count(FUTURE), f"{path}: an unknown value was not read")
        require(found > 0 or path in CLOSED, f"{path}: {future}")


def main(path, log, program):
    text = pathlib.Path(path).read_bytes()
    document = YAML(typ="safe").load(text)
    check_warnings(pathlib.Path(log).read_text())
    content = document["paths"]["/v1/evaluations"]["post"]
    examples = content["requestBody"]["content"]["application/json"]["examples"]
    requests = {name: example["value"] for name, example in examples.items()}
    example = requests["trusted"]
    with Service(program, example["policy"]["anchors"][0]) as service:
        client = Client(base_url=service.address, raise_on_unexpected_status=True)
        transport = httpx.HTTPTransport(uds=service.socket)
        local = Client(base_url="http://localhost", raise_on_unexpected_status=True, httpx_args={"transport": transport})
        check_evaluations(client, content, requests)
        check_policy_and_inclusion(client, example)
        check_forms(client, example)
        check_batch(client, example)
        check_problems(client, example)
        check_operation(client, text)
        check_documented_problems(client, document)
        check_future(client, local, document, example)
    print(f"The generated client reads all responses of {len(list(operations(document)))} operations.")


main(*sys.argv[1:])
