/** A page of a list ordered by one unique text, for example a name. */
export interface NamePage {
  readonly limit: number;
  /** The last name of the page before; from the start when absent. */
  readonly after?: string;
}
