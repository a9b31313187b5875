/** Properties of the owner of a token that the screens use. */
export interface TokenOwner {
  readonly username: string;
  readonly is_admin: boolean;
  readonly is_active: boolean;
}
