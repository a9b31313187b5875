import { formatInstant } from '../format-instant.ts';
import { type Block, paragraph } from '../mail-document.ts';
import { markdownBlocks } from '../markdown-blocks.ts';
import {
  destinationsPage,
  devicesPage,
  gatewaysPage,
  type Instance,
  type MailTexts,
  nameOfChange,
  personPage,
  securityPage,
} from '../templates.ts';

const methods = { totp: '인증 앱', email: '이메일 코드', security_key: '보안 키' } as const;
const notYou = paragraph('본인이 한 일이 아니라면 즉시 비밀번호를 바꾸고 관리자에게 문의하세요.');

const reviewAccount = (instance: Instance): Block => ({
  kind: 'action',
  label: '계정 확인',
  url: securityPage(instance),
});
const reviewDevices = (instance: Instance): Block => ({
  kind: 'action',
  label: '기기 확인',
  url: devicesPage(instance),
});

const origin = (at: string, address: string, browser: string | null): Block => ({
  kind: 'facts',
  facts: [
    ['시각', formatInstant(at, 'ko')],
    ['IP 주소', address],
    ['브라우저', browser ?? '알 수 없음'],
  ],
});

const outageFacts = ({ hostname, since, at }: { hostname: string; since: string; at?: string }): Block => ({
  kind: 'facts',
  facts: [
    ['호스트 이름', hostname],
    ['연결 끊김', formatInstant(since, 'ko')],
    ...(at === undefined ? [] : [['다시 연결됨', formatInstant(at, 'ko')] as const]),
  ],
});

const deviceChanges = {
  added: { subject: '새 기기', after: ' 기기가 계정에 추가되었으며 VPN에 연결할 수 있습니다.' },
  new_key: { subject: '새 기기 키', after: ' 기기의 WireGuard 키가 바뀌었습니다.' },
  switched_on: { subject: '기기 켜짐', after: ' 기기가 다시 연결할 수 있습니다.' },
} as const;

const accountChanges = {
  password_changed: { subject: '비밀번호 변경', text: '계정의 비밀번호가 변경되었습니다.' },
  password_removed: {
    subject: '비밀번호 제거',
    text: '계정의 비밀번호가 제거되었습니다. 이제 패스키로 로그인하세요.',
  },
  sign_in_linked: {
    subject: '로그인 연결',
    text: '이제 다른 공급자의 계정으로 내 계정에 로그인할 수 있습니다. 보안에서 제거할 수 있습니다.',
  },
  totp_removed: { subject: '인증 앱 제거', text: '계정에서 인증 앱이 제거되었습니다.' },
  email_codes_removed: {
    subject: '이메일 코드 해제',
    text: '계정에 로그인할 때 이메일 코드를 더 이상 사용할 수 없습니다.',
  },
  security_key_removed: { subject: '보안 키 제거', text: '계정에서 보안 키가 제거되었습니다.' },
  factors_removed: {
    subject: '2단계 인증 재설정',
    text: '계정에서 모든 2단계 인증 수단과 복구 코드가 제거되었습니다.',
  },
  stopped: {
    subject: '접근 권한 취소',
    text: '계정이 모든 곳에서 로그아웃되었습니다. API 토큰, 키, 기기도 함께 중지되었을 수 있습니다.',
  },
  stopped_and_disabled: {
    subject: '계정 비활성화',
    text: '계정이 비활성화되었으며 모든 접근 권한이 취소되었습니다.',
  },
  made_administrator: { subject: '관리자 권한 부여', text: '계정이 관리자 그룹에 추가되었습니다.' },
} as const;

/** Changes with a mail of a separate template, in summaries. */
const otherChanges = {
  totp_added: '인증 앱 추가',
  email_codes_added: '이메일 코드 켜기',
  security_key_added: '보안 키 추가',
  recovery_codes_replaced: '복구 코드 교체',
  address_changed: '이메일 주소 변경',
} as const;
const authors = { owner: '', administrator: '(관리자)', shell: '(서버 명령)' } as const;

export const ko: MailTexts = {
  footer: ({ name, url }) => `${name}(${url})에서 보낸 메일입니다. 이 주소로 보낸 답장은 확인하지 않습니다.`,
  summaryFollows: (at) =>
    `최근 한 시간 동안 같은 종류의 메일이 여러 번 발송되었습니다. 이후의 같은 변경은 ${formatInstant(at, 'ko')} 이후에 요약 메일로 알려 드립니다.`,
  test: (_, { name }) => ({
    subject: `${name} 테스트 메일`,
    title: '메일 설정이 완료되었습니다',
    blocks: [paragraph({ strong: name }, '의 메일 설정이 올바르게 작동합니다. 이 메일은 테스트로 전송되었습니다.')],
  }),
  support_data: ({ administrator, version }, { name }) => ({
    subject: `${name} 지원 데이터`,
    title: '지원 데이터',
    blocks: [
      paragraph(
        { strong: name },
        `(Gatewarden ${version})의 관리자 `,
        { strong: administrator },
        ' 님이 구성 정보와 최근 로그를 첨부 파일로 보냈습니다.',
      ),
      paragraph('비밀번호, 키, 토큰은 들어 있지 않지만 서버의 주소와 이름은 들어 있습니다.'),
    ],
  }),
  second_factor_activated: ({ name, method }, instance) => ({
    subject: '2단계 인증이 켜졌습니다',
    title: '2단계 인증이 켜졌습니다',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('이제 ', { strong: instance.name }, '에 로그인할 때 2단계 인증이 필요합니다: ', {
        strong: methods[method],
      }),
      notYou,
      reviewAccount(instance),
    ],
  }),
  passkey_added: ({ name }, instance) => ({
    subject: `패스키가 추가되었습니다: ${instance.name}`,
    title: '패스키가 추가되었습니다',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('이제 패스키로 ', { strong: instance.name }, '에 로그인할 수 있습니다.'),
      paragraph('본인이 한 일이 아니라면 즉시 관리자에게 문의하세요.'),
      reviewAccount(instance),
    ],
  }),
  sign_in_code: ({ name, code, minutes }, instance) => ({
    subject: `${instance.name} 로그인 코드`,
    title: '로그인 코드',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('로그인하려면 다음 코드를 입력하세요.'),
      { kind: 'code', code },
      paragraph(
        `코드는 ${minutes}분 후에 만료되며 한 번만 사용할 수 있습니다. `,
        '다른 사람에게 알려 주지 마세요. 관리자는 코드를 묻지 않습니다.',
      ),
      paragraph('지금 로그인하는 중이 아니라면 다른 사람이 비밀번호를 알고 있을 수 있습니다. 비밀번호를 바꾸세요.'),
    ],
  }),
  activation_code: ({ name, code, minutes }, instance) => ({
    subject: `${instance.name} 확인 코드`,
    title: '이메일 주소 확인',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('이 주소로 로그인 코드를 받으려면 다음 코드를 입력하세요.'),
      { kind: 'code', code },
      paragraph(`코드는 ${minutes}분 후에 만료됩니다.`),
      notYou,
    ],
  }),
  address_changed: ({ name }, instance) => ({
    subject: `${instance.name} 계정의 이메일 주소가 변경되었습니다`,
    title: '이메일 주소가 변경되었습니다',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        { strong: instance.name },
        ' 관리자가 계정의 이메일 주소를 변경했습니다. 이제 로그인 코드를 포함한 모든 메일은 새 주소로 발송되며, 이 주소로는 더 이상 발송되지 않습니다.',
      ),
      paragraph('예상하지 못한 일이라면 관리자에게 문의하세요.'),
    ],
  }),
  wrong_codes: ({ name, failures, at, address, browser }, instance) => ({
    subject: `${instance.name} 계정에 잘못된 코드가 입력되었습니다`,
    title: '잘못된 로그인 코드',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        `올바른 비밀번호를 입력한 다음 잘못된 코드가 ${failures}번 연속 입력되었습니다. 이전에 로그인한 적이 없는 브라우저에서는 한동안 코드를 받지 않습니다.`,
      ),
      origin(at, address, browser),
      paragraph(
        '본인이 한 일이 아니라면 다른 사람이 비밀번호를 알고 있을 수 있습니다. 로그인되어 있는 브라우저나 복구 코드를 사용하여 지금 비밀번호를 바꾸세요.',
      ),
      reviewAccount(instance),
    ],
  }),
  device_changed: (
    { name, change, device, public_key: key, addresses = [], administrator, at, address, browser },
    instance,
  ) => ({
    subject: `${instance.name}: ${deviceChanges[change].subject}`,
    title: deviceChanges[change].subject,
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        { strong: device },
        deviceChanges[change].after,
        administrator === null ? '' : ` 변경한 관리자: ${administrator}.`,
      ),
      ...(key === undefined ? [] : [{ kind: 'facts', facts: [['공개 키', key], ...addresses] } as const]),
      origin(at, address, browser),
      paragraph('예상하지 못한 일이라면 프로필에서 기기를 제거하고, 비밀번호를 바꾼 뒤 관리자에게 문의하세요.'),
      reviewDevices(instance),
    ],
  }),
  gateway_disconnected: ({ name, gateway, hostname, location, location_id: id, since }, instance) => ({
    subject: `${instance.name}: 게이트웨이 ${gateway} 연결 끊김`,
    title: '게이트웨이 연결 끊김',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph({ strong: location }, ' 로케이션의 게이트웨이 ', { strong: gateway }, '의 연결이 끊겼습니다.'),
      outageFacts({ hostname, since }),
      paragraph('이미 연결된 기기는 계속 연결되지만, 변경 사항은 전달되지 않습니다.'),
      { kind: 'action', label: '게이트웨이 보기', url: gatewaysPage(instance, id) },
    ],
  }),
  delivery_stopped: ({ name, kind, destination, error, since }, instance) => ({
    subject: `${instance.name}: ${destination} 전송 중지`,
    title: kind === 'webhook' ? '웹훅이 꺼짐' : '로그 스트림이 꺼짐',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        { strong: destination },
        kind === 'webhook'
          ? ' 웹훅으로 보내는 요청이 계속 실패하여 웹훅을 껐습니다.'
          : ' 로그 스트림 전송이 계속 실패하여 스트림을 껐습니다.',
      ),
      {
        kind: 'facts',
        facts: [
          ['실패 시작', formatInstant(since, 'ko')],
          ['마지막 오류', error],
        ],
      },
      paragraph('잃은 이벤트는 없습니다. 다시 켜면 그 이후의 이벤트를 모두 받습니다.'),
      { kind: 'action', label: '자세히 보기', url: destinationsPage(instance, kind) },
    ],
  }),
  gateway_connected: ({ name, gateway, hostname, location, location_id: id, since, at }, instance) => ({
    subject: `${instance.name}: 게이트웨이 ${gateway} 다시 연결됨`,
    title: '게이트웨이가 다시 연결됨',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph({ strong: location }, ' 로케이션의 게이트웨이 ', { strong: gateway }, '의 연결이 복구되었습니다.'),
      outageFacts({ hostname, since, at }),
      { kind: 'action', label: '게이트웨이 보기', url: gatewaysPage(instance, id) },
    ],
  }),
  account_changed: ({ name, change, by, administrator, at, address, browser }, instance) => ({
    subject: `${instance.name}: ${accountChanges[change].subject}`,
    title: accountChanges[change].subject,
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        accountChanges[change].text,
        { owner: '', administrator: ` 변경한 관리자: ${administrator}.`, shell: ' 서버의 명령으로 변경되었습니다.' }[
          by
        ],
      ),
      origin(at, address, browser),
      by === 'owner' ? notYou : paragraph('예상하지 못한 일이라면 관리자에게 문의하세요.'),
      ...(change === 'stopped_and_disabled' ? [] : [reviewAccount(instance)]),
    ],
  }),
  more_device_changes: ({ name, changes }, instance) => ({
    subject: `${instance.name}: 추가 기기 변경`,
    title: '추가 기기 변경',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('마지막 메일 이후 기기 추가, 키 변경, 기기 켜기 횟수: ', { strong: String(changes) }),
      paragraph('예상하지 못한 일이라면 프로필에서 기기를 확인하고 관리자에게 문의하세요.'),
      reviewDevices(instance),
    ],
  }),
  more_account_changes: ({ name, changes }, instance) => ({
    subject: `${instance.name} 계정의 추가 변경`,
    title: '계정의 추가 변경',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('마지막 메일 이후 계정에서 같은 종류의 변경이 다시 발생했습니다.'),
      {
        kind: 'facts',
        facts: changes.map(
          ({ change, by, count }) =>
            [`${nameOfChange(change, accountChanges, otherChanges)}${authors[by]}`, `${count}회`] as const,
        ),
      },
      changes.some(({ by }) => by === 'owner') ? notYou : paragraph('예상하지 못한 일이라면 관리자에게 문의하세요.'),
      reviewAccount(instance),
    ],
  }),
  recovery_codes_replaced: ({ name, at, address, browser }, instance) => ({
    subject: `${instance.name} 계정의 새 복구 코드`,
    title: '새 복구 코드',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('계정에 새 복구 코드가 만들어졌습니다. 이전 복구 코드는 더 이상 사용할 수 없습니다.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  new_application: ({ name, application, at, address, browser }, instance) => ({
    subject: `${application}에서 계정 사용 시작`,
    title: '새 애플리케이션',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        `${instance.name} 계정으로 ${application}에 처음 로그인했습니다. 프로필에서 접근 권한을 해제할 수 있습니다.`,
      ),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  invitation: ({ name, invited_by, link, url, token, until }, instance) => ({
    subject: `${instance.name} 계정을 설정하세요`,
    title: `${instance.name}에 오신 것을 환영합니다`,
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(`${invited_by} 님이 회원님의 계정을 만들었습니다. 몇 분이면 설정할 수 있습니다.`),
      { kind: 'action', label: '계정 설정', url: link },
      paragraph(`링크는 ${formatInstant(until, 'ko')}까지 한 번만 사용할 수 있습니다.`),
      paragraph('VPN 클라이언트를 사용한다면 다음 주소와 토큰을 입력하세요.'),
      {
        kind: 'facts',
        facts: [
          ['주소', url],
          ['토큰', token],
        ],
      },
    ],
  }),
  client_activation: ({ name, link, url, token, until }, instance) => ({
    subject: `${instance.name}에 기기 연결`,
    title: '기기 연결',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('연결할 기기에서 클라이언트를 열고 다음 주소와 토큰을 입력하세요.'),
      {
        kind: 'facts',
        facts: [
          ['주소', url],
          ['토큰', token],
        ],
      },
      { kind: 'action', label: '안내 열기', url: link },
      paragraph(`토큰은 ${formatInstant(until, 'ko')}까지 한 번만 사용할 수 있습니다.`),
      notYou,
    ],
  }),
  password_reset: ({ name, link, until, administrator }, instance) => ({
    subject: `${instance.name} 비밀번호를 새로 설정하세요`,
    title: '새 비밀번호 설정',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph(
        administrator === null
          ? '계정의 새 비밀번호가 요청되었습니다.'
          : `관리자 ${administrator} 님이 새 비밀번호를 설정할 수 있는 링크를 보냈습니다.`,
      ),
      { kind: 'action', label: '비밀번호 설정', url: link },
      paragraph(
        `링크는 ${formatInstant(until, 'ko')}까지 한 번만 사용할 수 있습니다. 새로 설정할 때까지 지금 비밀번호를 계속 사용할 수 있습니다.`,
      ),
      paragraph('새 비밀번호를 설정하지 않으려면 이 메일을 무시하세요.'),
    ],
  }),
  welcome: ({ subject, markdown }, instance) => ({
    subject: subject || `${instance.name}에 오신 것을 환영합니다`,
    title: subject || `${instance.name}에 오신 것을 환영합니다`,
    blocks: markdownBlocks(markdown),
  }),
  enrollment_completed: ({ name, user, username }, instance) => ({
    subject: `${user} 님이 계정을 설정했습니다`,
    title: '계정 설정 완료',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('시작하신 등록을 ', { strong: user }, `(${username}) 님이 마쳤습니다.`),
      { kind: 'action', label: '계정 보기', url: personPage(instance, username) },
    ],
  }),
  new_sign_in: ({ name, at, address, browser }, instance) => ({
    subject: `${instance.name} 새 로그인`,
    title: '새 로그인',
    greeting: `${name} 님, 안녕하세요.`,
    blocks: [
      paragraph('새 브라우저에서 계정에 로그인했습니다.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
};
