import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Login, type N8nClient, N8nRefused } from './n8n-client.ts';
import { secretIn } from './secret.ts';
import { PlainError } from './terminal.ts';

export const passwordFile = 'n8n-password';

/** No letter or digit that looks like another one. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');

/** n8n requires a digit and an upper-case letter. */
const newPassword = () => ['N8n', group(), group(), group(), group()].join('-');

/** The login of the sandbox that is kept in this folder. */
export const loginIn = async (dataFolder: string): Promise<Login> => ({
	email: 'owner@sandbox.example',
	password: await secretIn(join(dataFolder, passwordFile), newPassword),
});

/** Logs in to n8n, as its owner. */
export async function enter(n8n: N8nClient, login: Login): Promise<void> {
	try {
		await n8n.enter(login);
	} catch (error) {
		if (!(error instanceof N8nRefused) || error.status !== 401) throw error;
		throw new PlainError(
			`n8n does not accept the password of the sandbox (file "${passwordFile}" of its data).\n` +
				"If you changed the password in n8n's editor, write the new one into that file.\n" +
				'Or start over, without the earlier workflows and records: npm start -- --reset',
		);
	}
}
