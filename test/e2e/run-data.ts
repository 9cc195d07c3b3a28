export interface Item {
	json: Record<string, unknown>;
	binary?: object;
}

interface Items {
	main: Array<Item[] | null>;
}

interface NodeRun {
	executionStatus: string;
	error?: { message: string; description?: string };
	data?: Items;
}

interface RunData {
	/** What is still to be run. */
	executionData?: { nodeExecutionStack: Array<{ node: { name: string }; data: Items }> };
	resultData: { error?: { message: string }; runData: Record<string, NodeRun[]> };
}

/**
 * Reads an execution as n8n's REST interface gives it: a list of values in which the texts inside
 * objects and lists are places in the list.
 */
export function readRunData(text: string): RunData {
	const values = JSON.parse(text) as unknown[];
	const read = new Map<number, unknown>();
	const at = (place: number): unknown => {
		if (read.has(place)) return read.get(place);
		const value = values[place];
		if (typeof value !== 'object' || value === null) return value;
		const whole: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
		read.set(place, whole);
		for (const [key, part] of Object.entries(value))
			Reflect.set(whole, key, typeof part === 'string' ? at(Number(part)) : part);
		return whole;
	};
	return at(0) as RunData;
}
