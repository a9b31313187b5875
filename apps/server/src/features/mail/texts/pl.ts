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

const methods = {
  totp: 'aplikacja uwierzytelniająca',
  email: 'kody wysyłane e-mailem',
  security_key: 'klucz bezpieczeństwa',
} as const;
const notYou = paragraph('Jeśli to nie Ty, natychmiast zmień hasło i skontaktuj się z administratorem.');
const plural = new Intl.PluralRules('pl');
/** Accusative, after "za". */
const minuteForms: Readonly<Record<string, string>> = { one: 'minutę', few: 'minuty', many: 'minut' };

const reviewAccount = (instance: Instance): Block => ({
  kind: 'action',
  label: 'Sprawdź swoje konto',
  url: securityPage(instance),
});
const reviewDevices = (instance: Instance): Block => ({
  kind: 'action',
  label: 'Sprawdź swoje urządzenia',
  url: devicesPage(instance),
});

const origin = (at: string, address: string, browser: string | null): Block => ({
  kind: 'facts',
  facts: [
    ['Czas', formatInstant(at, 'pl')],
    ['Adres IP', address],
    ['Przeglądarka', browser ?? 'nieznana'],
  ],
});

const outageFacts = ({ hostname, since, at }: { hostname: string; since: string; at?: string }): Block => ({
  kind: 'facts',
  facts: [
    ['Nazwa hosta', hostname],
    ['Rozłączona', formatInstant(since, 'pl')],
    ...(at === undefined ? [] : [['Połączona ponownie', formatInstant(at, 'pl')] as const]),
  ],
});

const deviceChanges = {
  added: {
    subject: 'Nowe urządzenie',
    before: 'Na Twoim koncie dodano urządzenie ',
    after: '. Może ono łączyć się z VPN.',
  },
  new_key: {
    subject: 'Nowy klucz urządzenia',
    before: 'Urządzenie ',
    after: ' na Twoim koncie ma nowy klucz WireGuard.',
  },
  switched_on: {
    subject: 'Urządzenie włączone',
    before: 'Urządzenie ',
    after: ' na Twoim koncie może znów się łączyć.',
  },
} as const;

const accountChanges = {
  password_changed: { subject: 'Zmieniono hasło', text: 'Hasło do Twojego konta zostało zmienione.' },
  password_removed: {
    subject: 'Usunięto hasło',
    text: 'Hasło do Twojego konta zostało usunięte. Do logowania służy klucz dostępu.',
  },
  sign_in_linked: {
    subject: 'Połączono logowanie',
    text: 'Do Twojego konta można się teraz logować kontem u innego dostawcy. Połączenie można usunąć w sekcji zabezpieczeń.',
  },
  totp_removed: {
    subject: 'Usunięto aplikację uwierzytelniającą',
    text: 'Z Twojego konta usunięto aplikację uwierzytelniającą.',
  },
  email_codes_removed: {
    subject: 'Wyłączono kody wysyłane e-mailem',
    text: 'Kodami wysyłanymi e-mailem nie można już logować się na Twoje konto.',
  },
  security_key_removed: {
    subject: 'Usunięto klucz bezpieczeństwa',
    text: 'Z Twojego konta usunięto klucz bezpieczeństwa.',
  },
  factors_removed: {
    subject: 'Zresetowano uwierzytelnianie dwuskładnikowe',
    text: 'Z Twojego konta usunięto wszystkie metody uwierzytelniania dwuskładnikowego i kody odzyskiwania.',
  },
  stopped: {
    subject: 'Odebrano dostęp',
    text: 'Twoje konto zostało wszędzie wylogowane. Może to dotyczyć także tokenów API, kluczy i urządzeń.',
  },
  stopped_and_disabled: {
    subject: 'Wyłączono konto',
    text: 'Twoje konto zostało wyłączone, a cały jego dostęp odebrany.',
  },
  made_administrator: { subject: 'Uprawnienia administratora', text: 'Twoje konto dodano do grupy administratorów.' },
} as const;

/** Changes with a mail of a separate template, in summaries. */
const otherChanges = {
  totp_added: 'Dodano aplikację uwierzytelniającą',
  email_codes_added: 'Włączono kody wysyłane e-mailem',
  security_key_added: 'Dodano klucz bezpieczeństwa',
  recovery_codes_replaced: 'Zastąpiono kody odzyskiwania',
  address_changed: 'Zmieniono adres e-mail',
} as const;
const authors = { owner: '', administrator: ' (administrator)', shell: ' (polecenie na serwerze)' } as const;

export const pl: MailTexts = {
  footer: ({ name, url }) => `Wiadomość wysłana przez ${name}, ${url}. Odpowiedzi na ten adres nie są czytane.`,
  summaryFollows: (at) =>
    `W ciągu godziny wysłano już kilka takich wiadomości. Kolejne zmiany tego rodzaju znajdą się w podsumowaniu, wysyłanym po tym terminie: ${formatInstant(at, 'pl')}.`,
  test: (_, { name }) => ({
    subject: `Wiadomość testowa: ${name}`,
    title: 'Poczta jest skonfigurowana',
    blocks: [
      paragraph('Ustawienia poczty instancji ', { strong: name }, ' działają. Ta wiadomość została dostarczona.'),
    ],
  }),
  support_data: ({ administrator, version }, { name }) => ({
    subject: `Dane dla pomocy technicznej: ${name}`,
    title: 'Dane dla pomocy technicznej',
    blocks: [
      paragraph(
        'Administrator ',
        { strong: administrator },
        ' instancji ',
        { strong: name },
        ` (Gatewarden ${version}) przesyła w załącznikach konfigurację i końcową część dziennika.`,
      ),
      paragraph('Nie zawierają one haseł, kluczy ani tokenów, ale zawierają adresy i nazwy serwerów.'),
    ],
  }),
  second_factor_activated: ({ name, method }, instance) => ({
    subject: 'Włączono uwierzytelnianie dwuskładnikowe',
    title: 'Włączono uwierzytelnianie dwuskładnikowe',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        'Logowanie do ',
        { strong: instance.name },
        ' wymaga teraz drugiego kroku: ',
        {
          strong: methods[method],
        },
        '.',
      ),
      notYou,
      reviewAccount(instance),
    ],
  }),
  passkey_added: ({ name }, instance) => ({
    subject: `Dodano klucz dostępu: ${instance.name}`,
    title: 'Dodano klucz dostępu',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Do ', { strong: instance.name }, ' możesz się teraz logować kluczem dostępu.'),
      paragraph('Jeśli to nie Ty, natychmiast skontaktuj się z administratorem.'),
      reviewAccount(instance),
    ],
  }),
  sign_in_code: ({ name, code, minutes }, instance) => ({
    subject: `Kod logowania: ${instance.name}`,
    title: 'Kod logowania',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Wpisz ten kod, aby się zalogować:'),
      { kind: 'code', code },
      paragraph(
        `Kod wygaśnie za ${minutes} ${minuteForms[plural.select(minutes)]} i działa tylko raz. `,
        'Nie udostępniaj go. Administratorzy nigdy o niego nie pytają.',
      ),
      paragraph('Jeśli właśnie się nie logujesz, ktoś inny może znać Twoje hasło. Zmień je.'),
    ],
  }),
  activation_code: ({ name, code, minutes }, instance) => ({
    subject: `Kod potwierdzający: ${instance.name}`,
    title: 'Potwierdź adres e-mail',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Wpisz ten kod, aby otrzymywać kody logowania na ten adres:'),
      { kind: 'code', code },
      paragraph(`Kod wygaśnie za ${minutes} ${minuteForms[plural.select(minutes)]}.`),
      notYou,
    ],
  }),
  address_changed: ({ name }, instance) => ({
    subject: `Zmieniono adres e-mail Twojego konta: ${instance.name}`,
    title: 'Zmieniono Twój adres e-mail',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        'Administrator zmienił adres e-mail Twojego konta w ',
        { strong: instance.name },
        '. Wiadomości, także kody logowania, są teraz wysyłane na nowy adres, a nie na ten.',
      ),
      paragraph('Jeśli się tego nie spodziewasz, skontaktuj się z administratorem.'),
    ],
  }),
  wrong_codes: ({ name, failures, at, address, browser }, instance) => ({
    subject: `Błędne kody na Twoim koncie: ${instance.name}`,
    title: 'Błędne kody logowania',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        `Po podaniu Twojego prawidłowego hasła wpisano z rzędu błędne kody (${failures}). Przez pewien czas kody nie są przyjmowane w przeglądarkach, w których wcześniej nie logowano się na to konto.`,
      ),
      origin(at, address, browser),
      paragraph(
        'Jeśli to nie Ty, ktoś inny zna Twoje hasło. Zmień je teraz w przeglądarce, w której trwa Twoja sesja, albo po zalogowaniu się kodem odzyskiwania.',
      ),
      reviewAccount(instance),
    ],
  }),
  device_changed: (
    { name, change, device, public_key: key, addresses = [], administrator, at, address, browser },
    instance,
  ) => ({
    subject: `${deviceChanges[change].subject}: ${instance.name}`,
    title: deviceChanges[change].subject,
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        deviceChanges[change].before,
        { strong: device },
        deviceChanges[change].after,
        administrator === null ? '' : ` Zmianę wprowadzono z konta administratora ${administrator}.`,
      ),
      ...(key === undefined ? [] : [{ kind: 'facts', facts: [['Klucz publiczny', key], ...addresses] } as const]),
      origin(at, address, browser),
      paragraph(
        'Jeśli to nieoczekiwane, usuń urządzenie w swoim profilu, zmień hasło i skontaktuj się z administratorem.',
      ),
      reviewDevices(instance),
    ],
  }),
  gateway_disconnected: ({ name, gateway, hostname, location, location_id: id, since }, instance) => ({
    subject: `Brama ${gateway} jest rozłączona: ${instance.name}`,
    title: 'Brama rozłączona',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Brama ', { strong: gateway }, ' lokalizacji ', { strong: location }, ' nie jest połączona.'),
      outageFacts({ hostname, since }),
      paragraph('Połączone z nią urządzenia pozostają połączone, ale brama nie otrzymuje zmian.'),
      { kind: 'action', label: 'Pokaż bramy', url: gatewaysPage(instance, id) },
    ],
  }),
  delivery_stopped: ({ name, kind, destination, error, since }, instance) => ({
    subject: `Wyłączono ${destination}: ${instance.name}`,
    title: kind === 'webhook' ? 'Wyłączono webhook' : 'Wyłączono strumień dziennika',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        kind === 'webhook' ? 'Webhook ' : 'Strumień dziennika ',
        { strong: destination },
        ' został wyłączony, bo żadna próba wysłania się nie powiodła.',
      ),
      {
        kind: 'facts',
        facts: [
          ['Błędy od', formatInstant(since, 'pl')],
          ['Ostatni błąd', error],
        ],
      },
      paragraph('Nic nie przepadło: po ponownym włączeniu otrzyma zdarzenia od tego czasu.'),
      { kind: 'action', label: 'Pokaż szczegóły', url: destinationsPage(instance, kind) },
    ],
  }),
  gateway_connected: ({ name, gateway, hostname, location, location_id: id, since, at }, instance) => ({
    subject: `Brama ${gateway} jest znów połączona: ${instance.name}`,
    title: 'Brama znów połączona',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Brama ', { strong: gateway }, ' lokalizacji ', { strong: location }, ' jest znów połączona.'),
      outageFacts({ hostname, since, at }),
      { kind: 'action', label: 'Pokaż bramy', url: gatewaysPage(instance, id) },
    ],
  }),
  account_changed: ({ name, change, by, administrator, at, address, browser }, instance) => ({
    subject: `${accountChanges[change].subject}: ${instance.name}`,
    title: accountChanges[change].subject,
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        accountChanges[change].text,
        {
          owner: '',
          administrator: ` Zmianę wprowadzono z konta administratora ${administrator}.`,
          shell: ' Zmianę wprowadzono poleceniem na serwerze.',
        }[by],
      ),
      origin(at, address, browser),
      by === 'owner' ? notYou : paragraph('Jeśli to nieoczekiwane, skontaktuj się z administratorem.'),
      ...(change === 'stopped_and_disabled' ? [] : [reviewAccount(instance)]),
    ],
  }),
  more_device_changes: ({ name, changes }, instance) => ({
    subject: `Kolejne zmiany urządzeń: ${instance.name}`,
    title: 'Kolejne zmiany urządzeń',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Liczba urządzeń dodanych, włączonych lub z nowym kluczem od ostatniej wiadomości: ', {
        strong: String(changes),
      }),
      paragraph('Jeśli to nieoczekiwane, sprawdź urządzenia w swoim profilu i skontaktuj się z administratorem.'),
      reviewDevices(instance),
    ],
  }),
  more_account_changes: ({ name, changes }, instance) => ({
    subject: `Kolejne zmiany na Twoim koncie: ${instance.name}`,
    title: 'Kolejne zmiany na Twoim koncie',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Od ostatniej wiadomości na Twoim koncie wprowadzono kolejne zmiany tego rodzaju:'),
      {
        kind: 'facts',
        facts: changes.map(
          ({ change, by, count }) =>
            [`${nameOfChange(change, accountChanges, otherChanges)}${authors[by]}`, String(count)] as const,
        ),
      },
      changes.some(({ by }) => by === 'owner')
        ? notYou
        : paragraph('Jeśli to nieoczekiwane, skontaktuj się z administratorem.'),
      reviewAccount(instance),
    ],
  }),
  recovery_codes_replaced: ({ name, at, address, browser }, instance) => ({
    subject: `Nowe kody odzyskiwania na Twoim koncie: ${instance.name}`,
    title: 'Nowe kody odzyskiwania',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Na Twoim koncie utworzono nowe kody odzyskiwania. Poprzednie już nie działają.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  new_application: ({ name, application, at, address, browser }, instance) => ({
    subject: `${application} korzysta z Twojego konta`,
    title: 'Nowa aplikacja',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        `Po raz pierwszy zalogowano się do aplikacji ${application} za pomocą Twojego konta ${instance.name}. Jej dostęp można odebrać w profilu.`,
      ),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  invitation: ({ name, invited_by, link, url, token, until }, instance) => ({
    subject: `Skonfiguruj konto w ${instance.name}`,
    title: `Witamy w ${instance.name}`,
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(`${invited_by} zaprasza Cię do ${instance.name}. Konfiguracja konta zajmie kilka minut.`),
      { kind: 'action', label: 'Skonfiguruj konto', url: link },
      paragraph(`Link działa raz, do ${formatInstant(until, 'pl')}.`),
      paragraph('Używasz klienta VPN? Wpisz ten adres i token:'),
      {
        kind: 'facts',
        facts: [
          ['Adres', url],
          ['Token', token],
        ],
      },
    ],
  }),
  client_activation: ({ name, link, url, token, until }, instance) => ({
    subject: `Podłącz urządzenie do ${instance.name}`,
    title: 'Podłącz urządzenie',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Otwórz klienta na urządzeniu, które chcesz podłączyć, i wpisz ten adres i ten token:'),
      {
        kind: 'facts',
        facts: [
          ['Adres', url],
          ['Token', token],
        ],
      },
      { kind: 'action', label: 'Otwórz instrukcję', url: link },
      paragraph(`Token działa raz, do ${formatInstant(until, 'pl')}.`),
      notYou,
    ],
  }),
  password_reset: ({ name, link, until, administrator }, instance) => ({
    subject: `Ustaw nowe hasło w ${instance.name}`,
    title: 'Ustaw nowe hasło',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph(
        administrator === null
          ? 'Poproszono o nowe hasło do Twojego konta.'
          : `Administrator ${administrator} przesłał Ci ten link, aby ustawić nowe hasło.`,
      ),
      { kind: 'action', label: 'Ustaw hasło', url: link },
      paragraph(`Link działa raz, do ${formatInstant(until, 'pl')}. Dopóki nie ustawisz nowego hasła, działa obecne.`),
      paragraph('Jeśli nie chcesz ustawiać nowego hasła, zignoruj tę wiadomość.'),
    ],
  }),
  welcome: ({ subject, markdown }, instance) => ({
    subject: subject || `Witamy w ${instance.name}`,
    title: subject || `Witamy w ${instance.name}`,
    blocks: markdownBlocks(markdown),
  }),
  enrollment_completed: ({ name, user, username }, instance) => ({
    subject: `${user} – konto skonfigurowane`,
    title: 'Konto skonfigurowane',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph({ strong: user }, ` (${username}) – konfiguracja konta zakończona.`),
      { kind: 'action', label: 'Pokaż konto', url: personPage(instance, username) },
    ],
  }),
  new_sign_in: ({ name, at, address, browser }, instance) => ({
    subject: `Nowe logowanie: ${instance.name}`,
    title: 'Nowe logowanie',
    greeting: `Dzień dobry, ${name}!`,
    blocks: [
      paragraph('Na Twoje konto zalogowano się z nowej przeglądarki.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
};
