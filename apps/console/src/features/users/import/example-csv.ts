/** Example file. */
export const exampleCsv = [
  'username,first_name,last_name,email,phone,groups,is_active',
  'ada,Ada,Lovelace,ada@example.com,+1 555 123 4567,Staff|VPN users,true',
  'minjun,민준,김,minjun@example.com,,Staff,true',
  '',
].join('\r\n');
