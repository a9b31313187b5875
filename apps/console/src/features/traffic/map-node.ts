import type { MapPerson } from './map-data.ts';

/** A place of the map that opens a summary. */
export type MapNode =
  | { kind: 'location'; locationId: number }
  | { kind: 'gateway'; locationId: number; uid: string }
  | { kind: 'person'; locationId: number; person: MapPerson }
  /** All people and network devices that are connected to a location. */
  | { kind: 'people'; locationId: number };

/** Unique on the map: a person may be connected to several locations. */
export function nodeKey(node: MapNode): string {
  if (node.kind === 'gateway') return `${node.locationId}/gateway:${node.uid}`;
  if (node.kind === 'person') return `${node.locationId}/${node.person.key}`;
  return `${node.locationId}/${node.kind}`;
}
