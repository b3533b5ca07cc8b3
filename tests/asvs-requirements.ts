/**
 * The requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0: of each section how many
 * of level 1, then how many of level 2, numbered in this order. From the file
 * `5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv` in the repository OWASP/ASVS.
 */
const sections = `
  1.1=0+2 1.2=5+4 1.3=2+9 1.4=0+3 1.5=1+1 2.1=1+2 2.2=2+1 2.3=1+3 2.4=0+1 3.2=2+0 3.3=1+3 3.4=2+4 3.5=3+2
  3.7=0+2 4.1=1+2 4.2=0+1 4.3=0+2 4.4=1+3 5.1=0+1 5.2=2+1 5.3=2+0 5.4=0+3 6.1=1+2 6.2=8+4 6.3=2+2 6.4=2+2
  6.5=0+5 6.6=0+3 6.8=0+4 7.1=0+3 7.2=4+0 7.3=0+2 7.4=2+3 7.5=0+2 7.6=0+2 8.1=1+1 8.2=2+1 8.3=1+0 8.4=0+1
  9.1=3+0 9.2=1+3 10.1=0+2 10.2=0+2 10.3=0+4 10.4=5+6 10.5=0+5 10.6=0+2 10.7=0+3 11.1=0+2 11.2=0+3 11.3=2+1
  11.4=1+3 11.5=0+1 11.6=0+1 12.1=1+2 12.2=2+0 12.3=0+4 13.1=0+1 13.2=0+5 13.3=0+2 13.4=1+4 14.1=0+2 14.2=1+3
  14.3=1+2 15.1=1+2 15.2=1+2 15.3=1+6 16.1=0+1 16.2=0+5 16.3=0+4 16.4=0+3 16.5=0+3 17.1=0+1 17.2=0+4 17.3=0+2
`;

/** All of a level, such as `1.2.4`. */
export function requirementsOf(level: 1 | 2): string[] {
  return [...sections.matchAll(/(\S+)=(\d)\+(\d+)/g)].flatMap(([, section = '', first, second]) => {
    const [start, count] = level === 1 ? [1, Number(first)] : [1 + Number(first), Number(second)];
    return Array.from({ length: count }, (_, index) => `${section}.${start + index}`);
  });
}
