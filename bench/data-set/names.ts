/** Given and family names in their native spelling, the frequent ones first. */
export interface Names {
  readonly language: 'en' | 'ko' | 'pl';
  readonly given: readonly string[];
  readonly family: readonly string[];
}

const words = (text: string) => text.trim().split(/\s+/);

export const english: Names = {
  language: 'en',
  given: words(`
    Olivia James Amelia Oliver Emma William Sophia Benjamin Charlotte Henry Grace Jack Isla Thomas Ava George Ella
    Daniel Hannah Samuel Lucy Noah Ruby Ethan Chloe Leo Alice Max Evie Oscar Freya Arthur Zara Aisha Priya Arjun
    Mohammed Fatima Chidi Ngozi Mei Wei Sofía Mateo Inès Théo Jürgen Søren Zoë André`),
  family: words(`
    Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Robinson Thompson White Hughes Edwards
    Green Hall Wood Harris Clarke Khan Lewis Jackson Turner Hill Scott Cooper Morris Ward Moore Baker Singh O'Brien
    Okafor Nguyen García Müller Fernández Ødegård D'Souza Fitzgerald Abernathy MacDonald St-Pierre`),
};

export const korean: Names = {
  language: 'ko',
  given: words(`
    민준 서연 도윤 지우 서준 하윤 시우 서윤 예준 지민 주원 수아 지호 하은 준우 지아 현우 윤서 지훈 채원 건우 다은 우진 은서
    선우 예은 민재 수빈 유준 소율 정우 지원 승현 나은 재윤 유나 성민 가은 동현 혜진 태현 미영 상훈 은지 영호 보람 한결 슬기`),
  family: words('김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 전 고 문 손 양 배 백 허 남궁 선우'),
};

export const polish: Names = {
  language: 'pl',
  given: words(`
    Anna Piotr Katarzyna Krzysztof Małgorzata Andrzej Agnieszka Tomasz Barbara Paweł Ewa Jan Magdalena Michał Elżbieta
    Marcin Joanna Jakub Zofia Łukasz Aleksandra Grzegorz Żaneta Stanisław Natalia Wojciech Julia Rafał Świętosława
    Mateusz Wiktoria Bartłomiej Hanna Zbigniew Kinga Przemysław Oliwia Sławomir Bożena Radosław`),
  family: words(`
    Nowak Wójcik Kowalczyk Woźniak Mazur Krawczyk Kaczmarek Król Wieczorek Jabłoński Wróbel Pawlak Michalak Adamczyk
    Zając Dudek Nowicki Stępień Górska Wilk Sikora Szewczyk Baran Szymczak Kołodziej Gołąb Źrebiec Łuczak Brzęczyszczykiewicz
    Ćwikła Pietrzak Świątek Żak Chmiel Róg Bąk Lis Kubiak Kania Cieślak`),
};
