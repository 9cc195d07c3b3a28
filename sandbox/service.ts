import { command, greeting, help, readArguments, startAlone } from './start/alone.ts';
import { requireFreePort } from './start/ports.ts';
import { imitated } from './start/profile.ts';
import { aborted, explain, print, stopRequest } from './start/terminal.ts';

async function main(): Promise<void> {
	const { help: isHelp, port, profile } = readArguments(process.argv.slice(2), process.env);
	if (isHelp) return print(help);
	const dialect = imitated(profile, print);
	await requireFreePort(
		port,
		'the local service',
		'--service-port',
		'SANDBOX_SERVICE_PORT',
		command,
	);
	const signal = stopRequest(() => process.exit());
	const service = await startAlone(port, dialect);
	print(greeting(service.url, dialect));
	await aborted(signal);
	// The service reports requests that it does not know; here that is a remark, not a failure.
	await service.close().catch((error: Error) => print(error.message));
	print('  Stopped.');
}

// An open connection must not keep the program alive.
main()
	.catch(explain)
	.finally(() => process.exit());
