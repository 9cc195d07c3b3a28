import type { Resource } from '../../api/define';
import { withOffsets } from '../../core/form/zoned';
import type { JsonObject } from '../../core/json';
import { InputError } from '../../core/values/input-error';
import type { SiteZone } from '../../core/values/time-zone';
import { formIn, type Values } from '../../core/values/validate';
import type { Forms } from './form-cache';

/** Throws an `InputError` if times need an offset but the time zone is unknown. */
export function mustKnowZone(
	{ named, problem }: Pick<SiteZone, 'named'> & { readonly problem?: unknown },
	{ timesWithOffset }: Values,
): void {
	if (timesWithOffset && named === undefined)
		throw problem instanceof InputError
			? problem
			: InputError.about(
					"'Times with Offset'",
					' needs the time zone of the site',
					"Enter it as 'Time Zone' in the credential, such as Asia/Tokyo, or remove the option.",
				);
}

/**
 * Converts the times of rows to ISO 8601 with offset, if the user wants that; in records also the times in
 * fields.
 */
export async function timesOf(
	{ entity }: Pick<Resource, 'entity'>,
	forms: Forms,
	{ values, zone }: { readonly values: Values; readonly zone: string },
): Promise<(row: JsonObject) => JsonObject> {
	if (!values.timesWithOffset) return (row) => row;
	return withOffsets('record' in entity ? await forms(formIn(values)) : [], zone);
}
