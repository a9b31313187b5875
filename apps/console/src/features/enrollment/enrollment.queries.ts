import {
  listInvitations,
  resetUserPassword,
  startDesktop,
  startEnrollment,
  withdrawInvitation,
} from '@gatewarden/contract/calls';
import type { UserInfo } from '@gatewarden/contract/users';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { invitePeople, type Outcome } from './invite-people.ts';
import { languageFields, type MailLanguageChoice } from './mail-language.ts';
import { type TokenKind, tokenLink } from './token-link.ts';

interface TokenRequest {
  readonly username: string;
  /** Where the token is sent; null: it is only shown. */
  readonly email: string | null;
  /** Of the mail. */
  readonly language: MailLanguageChoice;
}

/** Topic of the server for invitations. */
const invitationsKey = ['users', 'invitations'] as const;

/** Open invitations, newest first. */
export const invitationsQuery = () =>
  queryOptions({ queryKey: invitationsKey, queryFn: ({ signal }) => call(listInvitations, { signal }) });

/** The newest open invitation of a user; undefined without one, and while this is not known. */
export function useOpenInvitation(userId: number, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...invitationsQuery(),
    // rows of a list share the answer
    staleTime: 30_000,
    enabled,
    select: (invitations) => invitations.find(({ user_id: id }) => id === userId),
  }).data;
}

function useInvalidateInvitations() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: invitationsKey });
}

/** Issues a token, which replaces earlier unused ones of the user. */
export function useIssueToken(kind: TokenKind) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateInvitations();
  return useMutation({
    mutationFn: ({ username, email, language }: TokenRequest) =>
      withReauthentication(() => {
        const body = { send_enrollment_notification: email !== null, email, ...languageFields(language) };
        const request = { params: { username }, body };
        return kind === 'enrollment' ? call(startEnrollment, request) : call(startDesktop, request);
      }),
    onSuccess,
    // the token must not stay in the cache
    gcTime: 0,
  });
}

/** Mails a link with which the user sets another password. */
export function useSendPasswordReset() {
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (username: string) => withReauthentication(() => call(resetUserPassword, { params: { username } })),
  });
}

export function useWithdrawInvitation() {
  const onSuccess = useInvalidateInvitations();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(withdrawInvitation, { params: { id: String(id) } }),
    onSuccess,
  });
}

interface InvitationRequest {
  readonly people: readonly UserInfo[];
  /** Of the mails; null: no mail is sent. */
  readonly language: MailLanguageChoice | null;
}

/** Invites each person, and reports the outcome so far after each. */
export function useInvitePeople(report: (outcome: Outcome) => void) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateInvitations();
  return useMutation({
    mutationFn: ({ people, language }: InvitationRequest) =>
      invitePeople(
        people,
        async ({ username, email }) => {
          const mail = language !== null && { email, ...languageFields(language) };
          const body = { send_enrollment_notification: language !== null, email: null, ...mail };
          const { enrollment_url: url, enrollment_token: token } = await withReauthentication(() =>
            call(startEnrollment, { params: { username }, body }),
          );
          return tokenLink('enrollment', url, token);
        },
        report,
      ),
    onSuccess,
    // links must not stay in the cache
    gcTime: 0,
  });
}
