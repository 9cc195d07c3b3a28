import { needsWriting } from '../question';

/** What only a record shows that is written for it. */
export const writing = [
	needsWriting('importRecords', 11, 'Whether an import updates the record whose ID it has'),
	needsWriting('importFailure', 11, 'What is saved of an import with a bad row'),
	needsWriting('createRecordAnswer', 12, 'What answers the creation of a record'),
	needsWriting('createUserAnswer', 13, 'What answers the creation of a user'),
	needsWriting('importUsersAnswer', 13, 'What answers an import of users'),
	needsWriting('updateBody', 14, 'What becomes of a field that an update leaves out'),
	needsWriting('requiredOnUpdate', 14, 'Whether an update must have what is required'),
	needsWriting('keyRequiredOnUpdate', 15, 'Whether an update must have the key field'),
	needsWriting('readOnlyFields', 16, 'What becomes of a value for a calculated field'),
	needsWriting('writeStatus', 28, 'The status of a write that succeeds'),
	needsWriting('writeBody', 28, 'What answers a write that succeeds'),
	needsWriting('statusInBody', 34, 'What becomes of a status that an update has'),
	needsWriting('directoryDefaults', 36, 'What becomes of defaults that an update leaves out'),
	needsWriting('selections', 43, 'How users and organizations have to be written'),
];
