/** Runs in the browser: what can be read less than WCAG's 4.5 to 1, with how much it is. */
export function faintWords(): string[] {
	const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
	const isClear = (color: string) => channels(color)[3] === 0;
	const linear = (value: number) =>
		value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
	const brightness = (color: string) => {
		const [red = 0, green = 0, blue = 0] = channels(color).map(linear);
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const groundOf = (element: Element | null): string => {
		if (!element) return 'rgb(255, 255, 255)';
		const { backgroundColor } = getComputedStyle(element);
		return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
	};
	const found: string[] = [];
	for (const element of document.querySelectorAll('body *')) {
		const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
		const words = own
			.map(({ textContent }) => textContent)
			.join('')
			.trim();
		if (!words || !element.checkVisibility()) continue;
		const pair = [getComputedStyle(element).color, groundOf(element)].map(brightness);
		const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
		if (contrast < 4.5) found.push(`${words}: ${contrast.toFixed(1)}`);
	}
	return found;
}
