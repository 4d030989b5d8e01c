// STUB until merge
export interface GivenTypeRule {
  readonly fits: (text: string) => boolean;
  readonly expected: string;
}
export function givenTypeRule(type: string, _options: object): GivenTypeRule {
  return { fits: () => true, expected: `a ${type}` };
}
