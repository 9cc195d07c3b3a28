import { plainDialect, type Dialect } from '../../sandbox/service/dialects';
import { profiledSwitches } from '../../sandbox/service/profile';
import { settings, type Setting } from '../n8n/dialects/settings';

type Switches = Partial<Record<string, unknown>>;

/** Whether a profile can say this: it only sets how the service behaves, and what the credential says about it. */
export const canBeProfiled = ({ dialect, options, meanwhile }: Setting): boolean =>
	dialect !== undefined &&
	!options &&
	!meanwhile &&
	Object.keys(dialect).every((name) => profiledSwitches.includes(name));

const known = settings.filter(canBeProfiled);

/**
 * The settings of the dialect tests that are this dialect together: by their names it is known what may be different.
 * A number that none of them has, such as 200 rows a page, goes by the name of another one.
 */
export function settingsOf(dialect: Partial<Dialect>): readonly Setting[] {
	const open = new Map(
		Object.entries(seen(dialect)).filter(([name, value]) => !isPlain(name, value)),
	);
	const take = (one: Setting, values: Switches): Setting[] => {
		if (Object.keys(values).some((name) => !open.has(name))) return [];
		for (const name of Object.keys(values)) open.delete(name);
		return [{ ...one, dialect: values }];
	};
	const exact = [...known]
		.sort((a, b) => switchesOf(b).length - switchesOf(a).length)
		.flatMap((one) => {
			const isSame = switchesOf(one).every(([name, value]) => open.get(name) === value);
			return isSame ? take(one, one.dialect as Switches) : [];
		});
	const alike = known.flatMap((one) => {
		const [[name = ''] = [], ...more] = switchesOf(one);
		return more.length === 0 ? take(one, { [name]: open.get(name) }) : [];
	});
	const others = [...open].map(([name, value]) => ({ row: 0, name, dialect: { [name]: value } }));
	return [...exact, ...alike, ...others];
}

const switchesOf = ({ dialect }: Setting) => Object.entries(dialect ?? {});

const isPlain = (name: string, value: unknown) => plainDialect[name as keyof Dialect] === value;

/** Without what does not show, as every write is answered with something else. */
function seen({ createRecordAnswer, ...dialect }: Partial<Dialect>): Partial<Dialect> {
	const { writeBody = 'documented', writeStatus } = dialect;
	const isHidden = writeBody !== 'documented' || writeStatus === 204;
	const isShown =
		createRecordAnswer !== undefined && (createRecordAnswer === 'location' || !isHidden);
	return isShown ? { ...dialect, createRecordAnswer } : dialect;
}
