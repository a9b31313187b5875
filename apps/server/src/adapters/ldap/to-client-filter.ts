import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts';
import type { FilterNode, LdapFilter } from '../../platform/ldap/filter.ts';

/** The filter of the library. Values are sent as bytes, so nothing is ever escaped or parsed. */
export function toClientFilter({ node }: LdapFilter): Filter {
  return convert(node);
}

function convert(node: FilterNode): Filter {
  switch (node.kind) {
    case 'and':
      return new AndFilter({ filters: node.parts.map(convert) });
    case 'or':
      return new OrFilter({ filters: node.parts.map(convert) });
    case 'not':
      return new NotFilter({ filter: convert(node.part) });
    case 'present':
      return new PresenceFilter({ attribute: node.attribute });
    case 'substring': {
      const { attribute, initial, any, final } = node;
      return new SubstringFilter({ attribute, initial, any: [...any], final });
    }
    case 'equal':
      return new EqualityFilter(node);
    case 'greaterOrEqual':
      return new GreaterThanEqualsFilter(asText(node));
    case 'lessOrEqual':
      return new LessThanEqualsFilter(asText(node));
    case 'approximate':
      return new ApproximateFilter(asText(node));
    case 'extensible':
      return new ExtensibleFilter({ matchType: node.attribute, rule: node.rule, value: node.value.toString('utf8') });
  }
}

function asText({ attribute, value }: { readonly attribute: string; readonly value: Buffer }) {
  return { attribute, value: value.toString('utf8') };
}
