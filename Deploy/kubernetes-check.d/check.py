"""Builds the overlays of Deploy/kubernetes, and checks them: schemas, references between documents, and the rights of anchord."""
import copy, os, shutil, subprocess, sys
import kubernetes_validate, yaml

ROOT = "Deploy/kubernetes"
# The first version in which a container with restartPolicy is a sidecar by default, and the newest whose schemas are installed.
VERSIONS = ["1.29", kubernetes_validate.latest_version()]
problems = []


def load(path):
    with open(path) as file:
        return list(yaml.safe_load_all(file))


def merged(base, patch):
    """Merges as a strategic merge patch does: mappings by key, and lists of objects by their name."""
    if isinstance(base, dict) and isinstance(patch, dict):
        return {**base, **{key: merged(base[key], value) if key in base else value for key, value in patch.items()}}
    if isinstance(base, list) and isinstance(patch, list) and all(isinstance(item, dict) for item in base + patch):
        names = {item["name"]: item for item in base}
        return [merged(names.get(item["name"], {}), item) for item in patch] + \
            [item for item in base if item["name"] not in {item["name"] for item in patch}]
    return patch


def merged_overlay(directory, documents):
    """Adds what a kustomization has: its resources, components, ConfigMaps and patches."""
    kustomization = load(f"{directory}/kustomization.yaml")[0]
    for name in kustomization.get("resources", []):
        documents += load(f"{directory}/{name}")
    for name in kustomization.get("components", []):
        merged_overlay(os.path.normpath(f"{directory}/{name}"), documents)
    for generator in kustomization.get("configMapGenerator", []):
        data = {name: open(f"{directory}/{name}").read() for name in generator["files"]}
        documents.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": generator["name"]}, "data": data})
    for entry in kustomization.get("patches", []):
        patch, target = copy.deepcopy(load(f"{directory}/{entry['path']}")[0]), entry["target"]
        key, value = target["labelSelector"].split("=")
        chosen = [one for one in documents if one["kind"] == target["kind"] and one["metadata"].get("labels", {}).get(key) == value]
        if not chosen:
            problems.append(f"{directory}: no document has the target of {entry['path']}")
        for one in chosen:
            del patch["metadata"]
            one.update(merged(one, patch))
    return documents


def built(directory):
    for command in (["kustomize", "build"], ["kubectl", "kustomize"]):
        if shutil.which(command[0]):
            text = subprocess.run([*command, directory], check=True, capture_output=True, text=True).stdout
            return list(yaml.safe_load_all(text)), " ".join(command)
    return merged_overlay(directory, []), "the check itself, because neither kustomize nor kubectl is installed"


def check_pod(where, spec, maps):
    containers = spec["containers"] + spec.get("initContainers", [])
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    for volume in volumes.values():
        if "configMap" in volume and volume["configMap"]["name"] not in maps:
            problems.append(f"{where}: there is no ConfigMap {volume['configMap']['name']}")
    for container in containers:
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                problems.append(f"{where}: {container['name']} mounts {mount['name']}, which is not a volume")
        context = container["securityContext"]
        expected = {"readOnlyRootFilesystem": True, "allowPrivilegeEscalation": False}
        if container["name"] == "anchord":
            expected |= {"runAsNonRoot": True, "runAsUser": 65532, "capabilities": {"drop": ["ALL"]}}
        problems.extend(f"{where}: {container['name']} lacks {key}: {value}" for key, value in expected.items() if context.get(key) != value)
        profiles = [one.get("securityContext", {}).get("seccompProfile") for one in (container, spec)]
        if {"type": "RuntimeDefault"} not in profiles:
            problems.append(f"{where}: {container['name']} lacks a seccomp profile")
    if "anchord" not in [container["name"] for container in containers]:
        problems.append(f"{where}: no container is anchord")


def main():
    for name in ("example", "daemonset"):
        documents, program = built(f"{ROOT}/{name}")
        maps = [one["metadata"]["name"] for one in documents if one["kind"] == "ConfigMap"]
        for document in documents:
            where = f"{ROOT}/{name}: {document['kind']} {document['metadata']['name']}"
            for version in VERSIONS:
                try:
                    kubernetes_validate.validate(document, version, strict=True)
                except kubernetes_validate.ValidationError as error:
                    problems.append(f"{where}, Kubernetes {version}: {error.message}")
            if document["kind"] != "ConfigMap":
                check_pod(where, document["spec"]["template"]["spec"], maps)
        print(f"{ROOT}/{name}: {len(documents)} documents for Kubernetes {' and '.join(VERSIONS)}, built by {program}")
    with open(f"{ROOT}/policies/public-web.yaml") as copied, open("Deploy/policies/public-web.yaml") as policies:
        if copied.read() != policies.read():
            problems.append(f"{ROOT}/policies/public-web.yaml differs from Deploy/policies/public-web.yaml; copy it")
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(bool(problems))


main()
