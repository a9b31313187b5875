import type { RuleSentences } from '../sentences.ts';

export const rules = {
  required: 'Pole wymagane',
  invalid: 'Nieprawidłowa wartość',
  too_short: 'Minimalna liczba znaków: {{count}}.',
  too_long: 'Maksymalna liczba znaków: {{count}}.',
  too_small: 'Podaj wartość nie mniejszą niż {{count}}.',
  too_big: 'Podaj wartość nie większą niż {{count}}.',
  too_few: 'Minimalna liczba pozycji: {{count}}.',
  too_many: 'Maksymalna liczba pozycji: {{count}}.',
  not_a_number: 'Podaj liczbę.',
  email: 'Podaj adres e-mail, na przykład imie@example.com.',
  url: 'Podaj adres zaczynający się od https:// lub /.',
  id: 'Nieprawidłowy identyfikator',
  username:
    'Zacznij od litery lub cyfry. Użyj tylko liter, cyfr, kropek, łączników i podkreśleń, najwyżej 63 znaków.',
  username_start: 'Zacznij od litery bez znaków diakrytycznych albo cyfry.',
  username_characters: 'Użyj tylko liter bez znaków diakrytycznych, cyfr, kropek, łączników i podkreśleń.',
  six_digits: 'Wpisz 6-cyfrowy kod.',
  phone: 'Podaj numer telefonu, na przykład +48 601 234 567.',
  control_characters: 'Usuń znaki nowego wiersza i inne znaki sterujące.',
  public_key: 'Podaj klucz publiczny WireGuard: 44 znaki, ostatni to =.',
  network_reserved:
    'Zakres {{item}} jest zarezerwowany, na przykład dla pętli zwrotnej lub multicastu, i nie może go używać brama.',
  host: 'Podaj nazwę hosta lub adres IP, bez portu.',
  password_length: 'Użyj od 8 do 128 znaków.',
  password_lower: 'Dodaj małą literę.',
  password_upper: 'Dodaj wielką literę.',
  password_digit: 'Dodaj cyfrę.',
  password_special: 'Dodaj symbol.',
  not_repeated: 'Wartości się różnią',
} satisfies RuleSentences;
