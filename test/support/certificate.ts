import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
	readonly key: string;
	readonly cert: string;
}

/** A key and a certificate for it that nobody vouches for, made for the moment: no key lies in a file. */
export function ownCertificate(host = 'site'): Certificate {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
	const version = der(0xa0, der(0x02, Buffer.from([2])));
	const serial = der(0x02, Buffer.from([1]));
	const validity = der(0x30, utc('200101000000Z'), utc('491231235959Z'));
	const name = commonName(host);
	const body = der(0x30, version, serial, ECDSA_SHA256, name, validity, name, publicKey);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
	const whole = der(0x30, body, ECDSA_SHA256, signature).toString('base64');
	return {
		key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
		cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
	};
}

/** A value as X.509 writes it: its kind, its length, itself. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
	const { length } = Buffer.concat(parts);
	const size =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), ...parts]);
}

const utc = (time: string) => der(0x17, Buffer.from(time));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = der(0x30, oid('2a8648ce3d040302'));
const commonName = (host: string) =>
	der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(host)))));
