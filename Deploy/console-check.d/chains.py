"""Makes the certificates of the check: an ordinary chain, and one whose names are hostile."""

import base64
import datetime
import hashlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, pkcs7
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
DAY = datetime.timedelta(days=1)

# Texts that would be markup, commands or orders to a terminal in places that do not expect them.
HOSTILE = [
    "<script>window.ran = 1</script>", "<img src=x onerror='window.ran = 1'>", "\"><svg onload=window.ran=1>", "javascript:window.ran=1",
    "{{constructor.constructor('window.ran=1')()}}", "$(touch ran)", "`touch ran`", "'; touch ran; '", "\"; touch ran; \"", "\\'; touch ran #",
    "| touch ran", "& touch ran &", "\n touch ran\n", "\r\ntouch ran\r\n", "\x1b]0;title\x07\x1b[2J", "\x00\x01\x7f\x9b",
    "\u202eelpmaxe.yap.ipa\u202c", "\u2066pay\u2069", "a\u200bb\ufeffc\u00ad", "\U000e0041\U000e0042", "!!", "-o/tmp/ran", "@/etc/passwd",
    "%s%n%0a", "a b  c", "*.[a-z]{1,2}?", "日本語 Größe 👩‍🚀", "../../etc/passwd", "~root", "\u0301" * 50,
]


class Authority:
    """A name with a key, which can issue certificates."""

    def __init__(self, subject, key=None):
        self.subject = subject
        self.key = key or ec.generate_private_key(ec.SECP256R1())

    def issue(self, issuer, days, is_authority=False, names=()):
        """Returns a certificate of this authority, valid between two numbers of days from now."""
        public_key = self.key.public_key()
        builder = (
            x509.CertificateBuilder().subject_name(self.subject).issuer_name(issuer.subject).public_key(public_key)
            .serial_number(x509.random_serial_number()).not_valid_before(NOW + days[0] * DAY).not_valid_after(NOW + days[1] * DAY)
            .add_extension(x509.BasicConstraints(is_authority, None), True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.key.public_key()), False)
            .add_extension(x509.KeyUsage(not is_authority, *[False] * 4, is_authority, is_authority, False, False), True)
        )
        if not is_authority:
            builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName._init_without_validation(name) for name in names]), False)
        return builder.sign(issuer.key, hashes.SHA256())

    def pin(self):
        key = self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return "sha256/" + base64.b64encode(hashlib.sha256(key).digest()).decode()


def name(common_name, organization="Example Payments", **others):
    """Returns a name, whose attributes may be longer than certificates of public authorities have them."""
    kinds = {"unit": NameOID.ORGANIZATIONAL_UNIT_NAME, "locality": NameOID.LOCALITY_NAME, "email": NameOID.EMAIL_ADDRESS}
    attributes = {NameOID.ORGANIZATION_NAME: organization, NameOID.COMMON_NAME: common_name} | {kinds[kind]: text for kind, text in others.items()}
    return x509.Name([x509.NameAttribute(kind, text, _validate=False) for kind, text in attributes.items()])


class Chains:
    """The chains, each as a list of certificates, leaf first."""

    def __init__(self):
        root, issuer = Authority(name("Example Payments Root")), Authority(name("Example Payments Issuing CA 2"))
        self.backup = Authority(name("backup")).pin()
        self.pin = issuer.pin()
        self.root = root.issue(root, (-900, 3000), is_authority=True)
        intermediate = issuer.issue(root, (-300, 21), is_authority=True)
        former = issuer.issue(root, (-700, -200), is_authority=True)
        host = "api.pay.example"
        self.good = [Authority(name(host)).issue(issuer, (-40, 25), names=[host, "www.pay.example"]), former, intermediate]
        self.expired = [Authority(name(host)).issue(issuer, (-130, -3), names=["old.pay.example"]), former, intermediate]
        self.hostile = [self.hostile_leaf(issuer), intermediate]
        self.long = self.long_chain()

    @staticmethod
    def hostile_leaf(issuer):
        ascii_texts = [text for text in HOSTILE if text.isascii()]
        subject = name(" ".join(HOSTILE), organization=HOSTILE[0], unit=HOSTILE[16], locality=HOSTILE[1], email=HOSTILE[13])
        return Authority(subject).issue(issuer, (-10, 60), names=ascii_texts)

    @staticmethod
    def long_chain():
        """Returns a leaf and its issuer, whose names have 64 KB in every field."""
        fields = {"organization": "<b>" * 21845, "unit": "O" * 65536, "locality": "word " * 13107, "email": "\u202e" * 21845}
        issuer = Authority(name("W" * 65536, **fields))
        leaf = Authority(name("W" * 65536, **fields)).issue(issuer, (-10, 60), names=["x" * 65536])
        return [leaf, issuer.issue(issuer, (-10, 60), is_authority=True)]


def pem(certificates):
    return "".join(certificate.public_bytes(Encoding.PEM).decode() for certificate in certificates)


def files(directory, chains):
    """Writes an ordinary chain in all forms, and returns the paths by form."""
    leaf, *others = chains.good
    forms = {
        "chain.pem": pem(chains.good).encode(), "leaf.der": leaf.public_bytes(Encoding.DER),
        "others.p7b": pkcs7.serialize_certificates(others, Encoding.DER), "bundle.pem": pkcs7.serialize_certificates(chains.good, Encoding.PEM),
        "expired.pem": pem(chains.expired).encode(), "hostile.pem": b"$(touch ran)\n<script>\n" + pem(chains.hostile).encode(),
        "long.pem": pem(chains.long).encode(), "<img src=x onerror=window.ran=1>$(touch ran).pem": pem(chains.hostile).encode(),
    }
    for form, content in forms.items():
        (directory / form).write_bytes(content)
    return {form: str(directory / form) for form in forms}
