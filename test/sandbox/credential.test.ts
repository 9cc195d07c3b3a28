import { offsetAt } from '../../sandbox/service/clock.ts';
import { plainDialect } from '../../sandbox/service/dialects.ts';
import { credentialFor } from '../../sandbox/start/preparation.ts';

it('the credential of the sandbox names the time zone of its service', () => {
	const { timeZone } = credentialFor('http://127.0.0.1:8650');
	for (const month of [0, 6]) {
		const moment = new Date(Date.UTC(2026, month, 1));
		expect(offsetAt(moment, { ...plainDialect, timeZone })).toBe(offsetAt(moment, plainDialect));
	}
});
