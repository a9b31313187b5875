import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { Code, ConnectError } from '@connectrpc/connect';

export interface MessageLimits {
  /** Including those of nested messages. */
  readonly fields: number;
  /** The sum over all lists of the message. */
  readonly entries: number;
}

/** The properties of a field that determine what decoding costs. */
interface FieldShape {
  readonly wireType: WireType;
  readonly isList: boolean;
  /** A list of numbers may be packed into one field of many bytes. */
  readonly isPackable: boolean;
  /** The entries of a map are counted by their bytes. */
  readonly isMap: boolean;
  readonly message: MessageShape | undefined;
}
type MessageShape = Map<number, FieldShape>;

/** Returns the number of fields of an encoded message. */
export type FieldCounter = (message: Uint8Array) => number;

/**
 * Counts what decoding a message would cost without decoding it: creates no object per field and stops at a limit.
 * @throws ConnectError RESOURCE_EXHAUSTED beyond a limit, INVALID_ARGUMENT if the bytes are not a message of the schema
 */
export function createFieldCounter(schema: DescMessage, limits: MessageLimits): FieldCounter {
  const shape = shapeOf(schema, new Map());
  return (message) => {
    const reader = new BinaryReader(message);
    let fields = 0;
    let entries = 0;

    function add(shape: FieldShape | undefined, length: number): void {
      const isPacked = shape?.isPackable === true && length >= 0;
      const count = isPacked || shape?.isMap ? length : 1;
      fields += Math.max(1, count);
      if (shape?.isList) entries += count;
      if (fields > limits.fields || entries > limits.entries) {
        throw new ConnectError('the message has too many fields or list entries', Code.ResourceExhausted);
      }
    }
    function count(known: MessageShape | undefined, end: number): void {
      while (reader.pos < end) {
        const [number, wireType] = reader.tag();
        const shape = known?.get(number);
        if (!isExpected(shape, wireType)) throw malformed();
        if (wireType !== WireType.LengthDelimited) {
          add(shape, -1);
          reader.skip(wireType, number);
          continue;
        }
        const length = reader.uint32();
        const fieldEnd = reader.pos + length;
        if (fieldEnd > end) throw malformed();
        add(shape, length);
        if (shape?.message) count(shape.message, fieldEnd);
        reader.pos = fieldEnd;
      }
      if (reader.pos !== end) throw malformed();
    }

    try {
      count(shape, reader.len);
    } catch (error) {
      throw error instanceof ConnectError ? error : malformed();
    }
    return fields;
  };
}

const malformed = () => new ConnectError('the message is malformed', Code.InvalidArgument);

/**
 * False for fields that the decoder would read differently from how they are counted, and for groups, which no message
 * has.
 */
function isExpected(shape: FieldShape | undefined, wireType: WireType): boolean {
  if (wireType === WireType.StartGroup || wireType === WireType.EndGroup) return false;
  if (!shape || shape.wireType === wireType) return true;
  return shape.isPackable && wireType === WireType.LengthDelimited;
}

function shapeOf(schema: DescMessage, known: Map<DescMessage, MessageShape>): MessageShape {
  const found = known.get(schema);
  if (found) return found;
  const shape: MessageShape = new Map();
  known.set(schema, shape);
  for (const field of schema.fields) {
    const wireType = wireTypeOf(field);
    const isList = field.fieldKind === 'list';
    shape.set(field.number, {
      wireType,
      isList: isList || field.fieldKind === 'map',
      isPackable: isList && wireType !== WireType.LengthDelimited,
      isMap: field.fieldKind === 'map',
      message: field.fieldKind !== 'map' && field.message ? shapeOf(field.message, known) : undefined,
    });
  }
  return shape;
}

function wireTypeOf(field: DescField): WireType {
  if (field.fieldKind === 'map' || field.message) return WireType.LengthDelimited;
  switch (field.scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return WireType.LengthDelimited;
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return WireType.Bit64;
    case ScalarType.FLOAT:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return WireType.Bit32;
    default:
      return WireType.Varint;
  }
}
