import assert from "node:assert/strict";
import { test } from "node:test";
import { encode, maximumBytes, readChain } from "../../Sources/WebConsole/Web/parts/chainInput.js";
import { Unreadable } from "../../Sources/WebConsole/Web/parts/der.js";
import { encodeBase64, writePEM } from "../../Sources/WebConsole/Web/parts/pem.js";
import { bundle, certificate, der } from "./fixtures.js";

const leaf = certificate(300);
const issuer = certificate(100);
const pem = (/** @type {Uint8Array} */ bytes, label = "CERTIFICATE") => writePEM({ label, bytes });
const read = (/** @type {string | Uint8Array} */ content) =>
    readChain(typeof content === "string" ? new TextEncoder().encode(content) : content, "file");
const bytes = (/** @type {string | Uint8Array} */ content) => read(content).certificates.map((one) => one.bytes);

test("PEM, DER, base64 and PKCS #7 give the same certificates", () => {
    assert.deepEqual(bytes(`text\r\n${pem(leaf).replaceAll("\n", "\r\n")}more\n${pem(issuer)}`), [leaf, issuer]);
    assert.deepEqual(bytes(leaf), [leaf]);
    assert.deepEqual(bytes(`\n${encodeBase64(leaf)}\n`), [leaf]);
    assert.deepEqual(bytes(bundle(leaf, issuer)), [leaf, issuer]);
    assert.deepEqual(bytes(pem(bundle(leaf, issuer), "PKCS7")), [leaf, issuer]);
});

test("A certificate is written anew, without the text around it", () => {
    const [sent] = read(`$(id)\n-----BEGIN X509 CERTIFICATE-----\n ${encodeBase64(leaf)} \n-----END X509 CERTIFICATE-----\n\`id\``).certificates;
    assert.equal(encode(sent), pem(leaf));
    assert.match(encode(sent), /^-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=]{1,64}\n)+-----END CERTIFICATE-----\n$/);
});

test("OpenSSL's trust settings are kept", () => {
    const trusted = Uint8Array.from([...leaf, 0x30, 0x00]);
    assert.equal(encode(read(pem(trusted, "TRUSTED CERTIFICATE")).certificates[0]), pem(trusted, "TRUSTED CERTIFICATE"));
});

test("A private key is rejected with all that is beside it", () => {
    for (const label of ["PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"]) {
        assert.throws(() => read(pem(leaf) + pem(leaf, label)), /private key/);
        assert.throws(() => read(`-----BEGIN ${label}-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END ${label}-----`), /private key/);
    }
});

const integer = der(0x02, [1]);
const keys = {
    "PKCS #8": der(0x30, integer, der(0x30, []), der(0x04, [1])),
    "PKCS #8 with a public key": der(0x30, integer, der(0x30, []), der(0x04, [1]), der(0x81, [0])),
    "encrypted PKCS #8": der(0x30, der(0x30, []), der(0x04, [1])),
    "SEC 1": der(0x30, integer, der(0x04, [1]), der(0xa0, [])),
    "PKCS #1": der(0x30, ...new Array(9).fill(integer)),
    "DSA": der(0x30, ...new Array(6).fill(integer)),
    "PKCS #12": der(0x30, integer, der(0x30, []), der(0x30, [])),
};

test("A private key is rejected by its form, in every encoding and with every label", () => {
    for (const [name, key] of Object.entries(keys)) {
        const contents = [
            key, encodeBase64(key), pem(leaf) + pem(key), pem(key, "PKCS7"), pem(leaf) + pem(key, "X"), pem(leaf) + pem(key, "private key"),
            pem(key, "TRUSTED CERTIFICATE"), pem(Uint8Array.from([...leaf, ...key]), "TRUSTED CERTIFICATE"), bundle(leaf, key),
        ];
        contents.forEach((content, index) => assert.throws(() => read(content), /private key/, `${name}, ${index}`));
    }
});

test("Only DER with the form of a certificate is sent", () => {
    const others = [der(0x30), der(0x30, integer), der(0x30, integer, integer), der(0x30, der(0x30), der(0x30)),
        der(0x30, der(0x30), der(0x30), der(0x03, [0]), der(0x30)), der(0x30, der(0x30), der(0x30), der(0x04, [0]))];
    for (const other of others) {
        for (const content of [other, encodeBase64(other), pem(other), pem(other, "TRUSTED CERTIFICATE"), bundle(other)]) {
            assert.throws(() => read(content), /not a certificate/);
        }
    }
    assert.throws(() => read(pem(Uint8Array.from([...leaf, 0x04, 0x00]), "TRUSTED CERTIFICATE")), /no trust settings/);
});

test("Parameters and public keys beside a chain are not private keys", () => {
    const parameters = pem(der(0x30, integer, integer), "DH PARAMETERS") + pem(der(0x06, [42]), "EC PARAMETERS");
    assert.deepEqual(read(parameters + pem(leaf)).ignored, ["DH PARAMETERS", "EC PARAMETERS"]);
});

test("Other blocks are ignored and named", () => {
    assert.deepEqual(read(pem(issuer, "X509 CRL") + pem(leaf)).ignored, ["X509 CRL"]);
});

test("Unreadable content is rejected with its place", () => {
    const cases = /** @type {[string | Uint8Array, RegExp][]} */ ([
        ["", /no certificate/], ["hello", /no certificate/], ["AAAA", /does not begin with a sequence/],
        ["\n-----BEGIN CERTIFICATE-----\nAAAA", /line 2 has no line -----END CERTIFICATE-----/],
        ["-----BEGIN CERT", /no complete first line/],
        ["-----BEGIN CERTIFICATE-----\n%\n-----END CERTIFICATE-----", /line 1 is not valid base64/],
        [leaf.slice(0, -1), /longer than its surroundings/], [Uint8Array.from([...leaf, 0]), /there are other bytes/],
        [Uint8Array.from([0x30, 0x80, 0, 0]), /not valid in DER/], [Uint8Array.from([0x30, 0x84, 1]), /within a length/],
        [pem(issuer, "X509 CRL"), /only X509 CRL/], [bundle(), /has no certificate/],
        [new Uint8Array(maximumBytes + 1), /MiB/],
    ]);
    for (const [content, expected] of cases) {
        assert.throws(() => read(content), (/** @type {Error} */ error) => error instanceof Unreadable && expected.test(error.message), String(expected));
    }
});

test("Every prefix and every changed byte is read or rejected", () => {
    const content = bundle(certificate(20), certificate(10));
    for (let index = 0; index < content.length; index += 1) {
        for (const value of [0x00, 0x30, 0x7f, 0x80, 0x84, 0xff]) {
            const changed = content.slice();
            changed[index] = value;
            assert.doesNotThrow(() => attempt(changed));
        }
        assert.throws(() => read(content.slice(0, index)), Unreadable);
    }
});

test("A file of unfinished blocks is rejected at once", () => {
    assert.throws(() => read("-----BEGIN CERTIFICATE-----\n".repeat(100_000)), Unreadable);
});

/** @param {Uint8Array} content */
function attempt(content) {
    try {
        read(content);
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
    }
}
