"""Asks the daemon of the installed package with the module for Python: Deploy/package-check runs it."""

import re
import ssl
from pathlib import Path

import anchord

texts = re.findall("-----BEGIN.*?END CERTIFICATE-----", Path("/root/chain.pem").read_text(), re.DOTALL)
chain = [ssl.PEM_cert_to_DER_cert(each) for each in texts]
client = anchord.Client()
print(client.evaluate(chain, policy="lab", host="www.example.net"))
try:
    client.evaluate(chain, policy="lab", host="other.example.net")
except anchord.Denied as error:
    print(error)
else:
    raise SystemExit("a certificate for another host was allowed")
