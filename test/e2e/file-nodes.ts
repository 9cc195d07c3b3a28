import type { Workflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';

type Parameters = Record<string, unknown>;
type Step = readonly [type: string, typeVersion: number, parameters: Parameters];

interface FileCase {
	name: string;
	steps: readonly Step[];
	/** What the last step gives of the row. */
	gives: object;
}

export const trigger = 'Start';
const source = 'Row';

const row = {
	// n8n begins a CSV file with a byte order mark, and takes it for a part of the first name.
	number: 1,
	name: 'Ada',
	city: 'Tokyo',
	xml: '<row><name>Ada</name></row>',
	html: '<p>Ada</p>',
	pdf: smallPdf('Hello Ada'),
};

const convert = (operation: string, parameters: Parameters = {}): Step => [
	'convertToFile',
	1.1,
	{ operation, ...parameters },
];
const extract = (operation: string, parameters: Parameters = {}): Step => [
	'extractFromFile',
	1.1,
	{ operation, ...parameters },
];
const fileOf = (sourceProperty: string) => convert('toText', { sourceProperty });
const pdfFile = convert('toBinary', { sourceProperty: 'pdf' });
const csv = convert('csv');
const aRow = { name: 'Ada', city: 'Tokyo' };
const event = { title: 'Visit', start: '2026-11-20T09:00:00Z', end: '2026-11-20T10:00:00Z' };

/** Each kind of file that n8n can write and read, and its older nodes for files. */
export const fileCases = (folder: string): FileCase[] => [
	{ name: 'CSV', steps: [csv, extract('csv')], gives: aRow },
	...['html', 'ods', 'rtf', 'xls', 'xlsx'].map((kind) => ({
		name: kind.toUpperCase(),
		steps: [convert(kind), extract(kind)],
		gives: aRow,
	})),
	{
		name: 'ICS',
		steps: [convert('iCal', event), extract('fromIcs')],
		gives: { data: { events: [{ summary: 'Visit' }] } },
	},
	{ name: 'JSON', steps: [convert('toJson'), extract('fromJson')], gives: { data: [aRow] } },
	{ name: 'text', steps: [fileOf('city'), extract('text')], gives: { data: 'Tokyo' } },
	{ name: 'XML', steps: [fileOf('xml'), extract('xml')], gives: { data: row.xml } },
	{
		name: 'XML, read',
		steps: [['xml', 1, { dataPropertyName: 'xml' }]],
		gives: { row: { name: 'Ada' } },
	},
	{
		name: 'HTML, read',
		steps: [
			[
				'html',
				1.2,
				{
					operation: 'extractHtmlContent',
					dataPropertyName: 'html',
					extractionValues: { values: [{ key: 'said', cssSelector: 'p' }] },
				},
			],
		],
		gives: { said: 'Ada' },
	},
	{ name: 'PDF', steps: [pdfFile, extract('pdf')], gives: { numpages: 1, text: 'Hello Ada' } },
	{
		name: 'PDF as Base64',
		steps: [pdfFile, extract('binaryToPropery')],
		gives: { data: row.pdf },
	},
	...(['zip', 'gzip'] as const).map((outputFormat) => ({
		name: outputFormat,
		steps: [
			csv,
			[
				'compression',
				1.1,
				{ operation: 'compress', outputFormat, fileName: `row.csv.${outputFormat}` },
			] as Step,
			['compression', 1.1, { operation: 'decompress', outputPrefix: 'data' }] as Step,
			extract('csv', { binaryPropertyName: 'data0' }),
		],
		gives: aRow,
	})),
	{
		name: 'file on disk',
		steps: [
			csv,
			['readWriteFile', 1.1, { operation: 'write', fileName: `${folder}/row.csv` }],
			['readWriteFile', 1.1, { operation: 'read', fileSelector: `${folder}/row.csv` }],
			extract('csv'),
		],
		gives: aRow,
	},
	{
		name: 'Spreadsheet File',
		steps: [
			['spreadsheetFile', 2, { operation: 'toFile', fileFormat: 'xlsx' }],
			['spreadsheetFile', 2, { operation: 'fromFile', fileFormat: 'xlsx' }],
		],
		gives: aRow,
	},
	{ name: 'Read PDF', steps: [pdfFile, ['readPDF', 1, {}]], gives: { text: 'Hello Ada' } },
];

export const lastOf = ({ name, steps }: FileCase) => `${name} ${steps.length}`;

/** A chain for each kind, all from one row; a step that fails says so in its item. */
export function fileWorkflow(cases: readonly FileCase[]): Workflow {
	const nodes = [
		node(trigger, 'manualTrigger', 1),
		node(source, 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(row) }),
	];
	const connections: Record<string, { main: [Array<{ node: string; type: 'main'; index: 0 }>] }> =
		{};
	const connect = (from: string, to: string) =>
		(connections[from] ??= { main: [[]] }).main[0].push({ node: to, type: 'main', index: 0 });
	connect(trigger, source);
	for (const { name, steps } of cases)
		steps.forEach(([type, version, parameters], index) => {
			const step = `${name} ${index + 1}`;
			nodes.push({ ...node(step, type, version, parameters), onError: 'continueRegularOutput' });
			connect(index === 0 ? source : `${name} ${index}`, step);
		});
	return { name: 'Files', nodes, connections, settings: { executionOrder: 'v1' } };
}

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Parameters = {},
): WorkflowNode => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** A page with one line, as Base64. */
function smallPdf(line: string): string {
	const text = `BT /F1 24 Tf 20 100 Td (${line}) Tj ET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ' +
			'/Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
	];
	let pdf = '%PDF-1.4\n';
	const places = objects.map((object, index) => {
		const place = pdf.length;
		pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(place).padStart(10, '0')} 00000 n \n`;
	});
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
	const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
	return Buffer.from(`${pdf}${table}${trailer}\nstartxref\n${pdf.length}\n%%EOF\n`).toString(
		'base64',
	);
}
