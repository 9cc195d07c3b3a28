// Checks what must be true before a version is published: `npm run release` for the person who is about to set its tag,
// and with --tag the workflow that publishes it.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { version, author, repository, description } = JSON.parse(read('package.json'));
const readme = read('README.md');
const { GITHUB_REPOSITORY } = process.env;
const UNNAMED = 'form-based records service';

/** What only the owner can fill in, and what belongs to each version. */
const checks = [
	{
		isDone: !readme.includes(UNNAMED) && !description.includes(UNNAMED),
		todo: `Name the service instead of "${UNNAMED}": README.md, package.json`,
	},
	{
		isDone: /\[API documentation\]\(https:\/\//.test(readme),
		todo: 'Link to the API documentation of the service, as [API documentation](https://…): README.md',
	},
	{
		isDone: !author.email.endsWith('.example'),
		todo: "Enter the author's name and e-mail address: package.json",
	},
	{
		isDone:
			!GITHUB_REPOSITORY || repository.url === `git+https://github.com/${GITHUB_REPOSITORY}.git`,
		todo: `Enter the address of the repository (${GITHUB_REPOSITORY}): package.json, README.md, CHANGELOG.md, both *.node.json files, credentials/RecordsDirectoryApi.credentials.ts`,
	},
	{
		isDone: read('CHANGELOG.md').includes(`[${version}]`),
		todo: `Describe version ${version}: CHANGELOG.md`,
	},
	{
		isDone: tag === undefined || tag === `v${version}`,
		todo: `The tag ${tag} is not v${version}, the version in package.json`,
	},
];

const open = checks.filter(({ isDone }) => !isDone);
for (const { todo } of open) console.error(`- ${todo}`);
if (open.length > 0) process.exit(1);
if (tag === undefined)
	console.log(`Ready. To publish: git tag v${version} && git push origin v${version}`);
