/**
 * Makes DER for the tests.
 */

/**
 * @param {number} tag
 * @param {...(Uint8Array | number[])} contents
 */
export function der(tag, ...contents) {
    const content = contents.flatMap((one) => [...one]);
    const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
    return Uint8Array.from([tag, ...length, ...content]);
}

/**
 * A sequence with the form of a certificate.
 *
 * @param {number} size
 */
export function certificate(size = 200) {
    return der(0x30, der(0x30, new Array(size).fill(5)), der(0x30, []), der(0x03, [0]));
}

const signedData = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];

/** @param {...Uint8Array} certificates */
export function bundle(...certificates) {
    const data = der(0x30, der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]));
    const parts = [der(0x02, [1]), der(0x31, []), data, der(0xa0, ...certificates), der(0x31, [])];
    return der(0x30, signedData, der(0xa0, der(0x30, ...parts)));
}
