import type { AddressInfo, Server } from 'node:net';
import { Learnt, learntAt } from '../../nodes/RecordsDirectory/n8n/transport/client';

/** The nodes remember a site by its address, so no test may have the address of one before. */
const addresses = new Set<string>();

/** Whether an address is the first of its kind in this process. */
export function isNewAddress(url: string): boolean {
	const isNew = !addresses.has(url);
	addresses.add(url);
	return isNew;
}

/** How many addresses of one host are used: Linux gives about 7,000 of its ports, and then repeats them. */
const PER_HOST = 5_000;

/** Opens a server at an address that no test has had, and returns it. */
export async function listen(server: Server): Promise<string> {
	for (;;) {
		const host = `127.0.0.${1 + Math.floor(addresses.size / PER_HOST)}`;
		await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
		const url = `http://${host}:${(server.address() as AddressInfo).port}`;
		if (isNewAddress(url)) return url;
		await new Promise((resolve) => server.close(resolve));
	}
}

const everyForm = Object.assign(new Set<string>(), { has: () => true });

/** Lets the nodes forget what they wrote to a site, whose records are put back, and what its faults have shown. */
export function forgetWrites(url: string): void {
	const learnt = learntAt.get(url);
	if (learnt)
		learntAt.set(url, Object.assign(new Learnt(), learnt, { written: [], sizes: new Map() }));
}

/** Lets a site have shown what first runs ask, so that a test sees only its own requests. */
export function asKnown(url: string): string {
	const kept = { update: everyForm, import: everyForm };
	learntAt.set(url, Object.assign(new Learnt(), { kept, whole: everyForm }));
	return url;
}
