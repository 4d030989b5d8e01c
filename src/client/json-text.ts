// Keeps an array or object of JSON as it is written: its blanks, the order of its keys, and those that come twice.

export class JsonText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
