/** The definition of an attribute, as `/Schemas` answers it (RFC 7643 §7). */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact?: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'writeOnly' | 'immutable';
  readonly returned: 'always' | 'default' | 'never';
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

type Details = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

function attribute(type: Attribute['type'], name: string, description: string, details: Details = {}): Attribute {
  return {
    ...{ name, type, multiValued: false, description, required: false },
    ...(type === 'string' && ({ caseExact: false, uniqueness: 'none' } as const)),
    ...(type === 'reference' && { caseExact: true }),
    ...({ mutability: 'readWrite', returned: 'default' } as const),
    ...details,
  };
}

export const text = (name: string, description: string, details?: Details): Attribute =>
  attribute('string', name, description, details);

export const flag = (name: string, description: string, details?: Details): Attribute =>
  attribute('boolean', name, description, details);

export const reference = (name: string, description: string, details?: Details): Attribute =>
  attribute('reference', name, description, { mutability: 'readOnly', ...details });

export const complex = (name: string, description: string, subAttributes: Attribute[], details?: Details): Attribute =>
  attribute('complex', name, description, { ...details, subAttributes });

/** Finds the definition of a name in any case. */
export function findAttribute(definitions: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return definitions.find((definition) => definition.name.toLowerCase() === wanted);
}
