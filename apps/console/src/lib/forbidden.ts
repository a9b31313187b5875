/** The reader lacks the rights for a page; thrown before it loads, shown as a page of its own. */
export class Forbidden extends Error {
  constructor() {
    super('forbidden');
    this.name = 'Forbidden';
  }
}
