import type { UserInfo } from '@gatewarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { restrictionsQuery } from '../settings/index.ts';
import { invitationsQuery, useInvitePeople } from './enrollment.queries.ts';
import { type Outcome, skipReasonOf } from './invite-people.ts';
import type { MailLanguageChoice } from './mail-language.ts';

const none: Outcome = { invited: new Map(), failures: new Map() };

export interface Invitations {
  /** Without email, there are links to hand over. */
  readonly hasMail: boolean;
  /** How many can be invited at all. */
  readonly possible: number;
  /** How many of them have an unused link, which another one replaces. */
  readonly withLink: number;
  readonly isLeavingOut: boolean;
  readonly leaveOut: (isLeavingOut: boolean) => void;
  /** How many are to be invited: all who can be, without those with a link if they are left out. */
  readonly total: number;
  /** Those of `total` who are not invited yet. */
  readonly left: readonly UserInfo[];
  /** `invited`: in all attempts; `failures`: in the last one. */
  readonly outcome: Outcome;
  readonly isPending: boolean;
  /** How many are invited, also by the attempt in progress. */
  readonly done: number;
  /** Invites those who are left. If none fails, calls `onInvited` with the number of all who are invited. */
  readonly invite: (language: MailLanguageChoice, onInvited: (count: number) => void) => void;
}

/** The state of inviting these people, in one attempt or several. */
export function useInvitations(people: readonly UserInfo[]): Invitations {
  const unusedLinks = useUnusedLinks();
  const [isLeavingOut, leaveOut] = useState(true);
  const [outcome, setOutcome] = useState(none);
  const [current, setCurrent] = useState(none);
  const { mutate, isPending } = useInvitePeople(setCurrent);
  const hasMail = useQuery(restrictionsQuery()).data?.mail_configured ?? true;
  const possible = people.filter((person) => skipReasonOf(person) === undefined);
  const invited = new Set([...outcome.invited.keys(), ...current.invited.keys()]);
  // those invited here have a link since then
  const withLink = possible.filter(({ id }) => unusedLinks.has(id) && !invited.has(id));
  const total = isLeavingOut ? possible.filter((person) => !withLink.includes(person)) : possible;
  const left = total.filter(({ id }) => !outcome.invited.has(id));
  return {
    ...{ hasMail, isLeavingOut, leaveOut, left, outcome, isPending },
    ...{ possible: possible.length, withLink: withLink.length, total: total.length },
    done: invited.size,
    invite(language, onInvited) {
      setCurrent(none);
      mutate(
        { people: left, language: hasMail ? language : null },
        {
          onSuccess: (attempt) => {
            const all = new Map([...outcome.invited, ...attempt.invited]);
            setOutcome({ invited: all, failures: attempt.failures });
            if (attempt.failures.size === 0) onInvited(all.size);
          },
        },
      );
    },
  };
}

/** Ids of people whose unused link another one replaces; a link in use remains valid. */
function useUnusedLinks(): ReadonlySet<number> {
  const { data: invitations = [] } = useQuery(invitationsQuery());
  return new Set(invitations.filter(({ started_at }) => started_at === null).map(({ user_id: id }) => id));
}
