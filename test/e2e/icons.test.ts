import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.ts';

// Where n8n shows nodes: on the canvas and in lists.
const looks = { light: ['', '#ffffff'], dark: ['.dark', '#2d2e2e'] } as const;
const sizes = [16, 60];

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());

type Colour = readonly [number, number, number];

/** The colours of the icon's pixels, row by row, as a person sees them on that ground. */
async function drawn(icon: string, ground: string, size: number): Promise<Colour[][]> {
	const page = await browser.newPage();
	const source = `data:image/svg+xml;base64,${readFileSync(icon).toString('base64')}`;
	const pixels = await page.evaluate(
		async ([source, ground, size]) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = new OffscreenCanvas(size, size).getContext('2d')!;
			canvas.fillStyle = ground;
			canvas.fillRect(0, 0, size, size);
			canvas.drawImage(image, 0, 0, size, size);
			return [...canvas.getImageData(0, 0, size, size).data];
		},
		[source, ground, size] as const,
	);
	await page.close();
	const at = (x: number, y: number) => pixels.slice((y * size + x) * 4).slice(0, 3);
	const line = Array.from({ length: size }, (_, n) => n);
	return line.map((y) => line.map((x) => at(x, y) as unknown as Colour));
}

const luminance = (colour: Colour) => {
	const [red = 0, green = 0, blue = 0] = colour.map((part) =>
		part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Colour, other: Colour) => {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
};

const distance = (one: Colour, other: Colour) =>
	Math.hypot(...one.map((part, index) => part - other[index]!));

/** The colours that follow each other; the soft edges between them belong to neither. */
function runs(line: readonly Colour[], known: Readonly<Record<string, Colour>>): string[] {
	const names = line.map(
		(colour) => Object.keys(known).find((name) => distance(known[name]!, colour) < 40) ?? '',
	);
	const clear = names.filter((name) => name !== '');
	return clear.filter((name, index) => name !== clear[index - 1]);
}

const cases = Object.entries(looks).flatMap(([look, [kind, ground]]) =>
	sizes.map((size) => [look, size, `icons/records-directory${kind}.svg`, ground] as const),
);

test.each(cases)('%s, %i pixels: page, lines and person stand apart', async (...one) => {
	const [, size, icon, ground] = one;
	const rows = await drawn(icon, ground, size);
	const at = (x: number, y: number) => rows[Math.floor(y * size)]![Math.floor(x * size)]!;
	const known = { page: at(0.1, 0.5), person: at(0.75, 0.95), ground: at(0.97, 0.1) };
	expect(contrast(known.page, known.ground)).toBeGreaterThan(3);
	expect(contrast(known.person, known.ground)).toBeGreaterThan(3);
	expect(distance(known.person, known.page)).toBeGreaterThan(100);
	const through = (x: number) =>
		runs(
			rows.map((row) => row[Math.floor(x * size)]!),
			known,
		);
	const lines = ['page', 'ground', 'page', 'ground', 'page', 'ground', 'page'];
	expect(through(0.25)).toEqual(lines);
	const across = runs(rows[Math.floor(0.9 * size)]!, known);
	expect(across.slice(0, 3)).toEqual(['page', 'ground', 'person']);
});
