// Types what reads the notes of a release, for its test.
export function releaseNotes(tag: string, version: string, changelog: string): string;
