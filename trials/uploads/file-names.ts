// Names of files that lead elsewhere, break out of a header, or say what the file would like to be.

/** Part of each, so that whatever is made of one is found again. */
export const nameMark = 'wpupload';

export const hostileNames: readonly string[] = [
  `../../../${nameMark}.png`,
  `..\\..\\..\\${nameMark}.png`,
  `/tmp/${nameMark}.png`,
  `/etc/cron.d/${nameMark}`,
  `C:\\Windows\\${nameMark}.png`,
  `\\\\server\\share\\${nameMark}.png`,
  `..%2f..%2f${nameMark}.png`,
  `%2e%2e/%2e%2e/${nameMark}.png`,
  `..%c0%af${nameMark}.png`,
  `....//....//${nameMark}.png`,
  `file:///tmp/${nameMark}.png`,
  `${nameMark}.html`,
  `${nameMark}.svg`,
  `${nameMark}.png.html`,
  `${nameMark}.php;.png`,
  `${nameMark}.html\0.png`,
  `${nameMark}"; filename="${nameMark}.html`,
  `${nameMark}\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>${nameMark}.png`,
  `${nameMark}\u202egnp.html`,
  `.htaccess-${nameMark}`,
  `CON.${nameMark}`,
  `-rf ${nameMark}`,
  `$(touch ${nameMark})`,
  `|touch ${nameMark}|.png`,
  `${nameMark}.png${' '.repeat(400)}.html`,
  `${nameMark}${'x'.repeat(4_000)}.png`,
  `${nameMark}\ud800.png`,
  '',
  '.',
  '..',
];

export const hostileTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/svg+xml',
  'text/html',
  'application/javascript',
  'application/x-httpd-php',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
];
