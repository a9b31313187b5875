/** How an application that signs people in through Gatewarden is connected to it. */
export interface Connection {
  /** Free port of localhost, on which the application is to listen. */
  readonly port: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** For a product that can require one. */
  readonly group: string;
}

/** Software that makes an application a relying party; its paths are those of its documentation. */
export interface Product {
  readonly name: string;
  readonly redirectPath: string;
  /** Signs out here and at Gatewarden, and returns to `/bye`. */
  readonly signOutPath: string;
  /** Receives logout tokens; undefined if the product does not support them. */
  readonly backchannelPath: string | undefined;
  /** Whether it refuses people who are not in the group of the connection. */
  readonly requiresGroup: boolean;
  /** Starts an application whose page `/` requires sign-in, and answers with `Visitor` as JSON. */
  start(connection: Connection): Promise<AsyncDisposable>;
}

export interface Visitor {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
}

export const scopes = ['openid', 'profile', 'email', 'groups'];

export const urlOf = ({ port }: Pick<Connection, 'port'>) => `http://localhost:${port}`;

export const visitorOf = (claims: Readonly<Record<string, unknown>>): Visitor => ({
  username: String(claims['preferred_username']),
  email: String(claims['email']),
  groups: claims['groups'] as string[],
});
