/** What the screens need to know of whoever a token acts as. */
export interface TokenOwner {
  readonly username: string;
  readonly is_admin: boolean;
  readonly is_active: boolean;
}
