import 'reflect-metadata';
import { PackageDirectoryLoader } from 'n8n-core';
import { injectDomainRestrictionFields } from 'n8n-workflow';
import { offer } from '../remote';

/** A node or a credential by its name, as the JSON that n8n sends to the editor. */
export type Description = readonly [displayName: string, json: string];

export const descriptionCalls = {
	/** The nodes and the credential of the built package in a folder. */
	async of(folder: string): Promise<{ nodes: Description[]; credentials: Description[] }> {
		const loader = new PackageDirectoryLoader(folder);
		await loader.loadAll();
		const { types, packageName } = loader;
		const named = (name: string) => `${packageName}.${name}`;
		return {
			nodes: types.nodes.map((node) => [
				node.displayName,
				JSON.stringify({ ...node, name: named(node.name) }),
			]),
			credentials: types.credentials.map((credential) => [
				credential.displayName,
				JSON.stringify({
					...credential,
					properties: injectDomainRestrictionFields(credential),
					supportedNodes: credential.supportedNodes?.map(named),
				}),
			]),
		};
	},
};

export type DescriptionCalls = typeof descriptionCalls;

offer(descriptionCalls);
