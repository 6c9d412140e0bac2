// The five information pages of the demo tenant.
const name = 'Sahyadri Guarding';

export const demoPages: Readonly<Record<string, string>> = {
  aboutCompany: `<h2>About ${name}</h2>
<p>${name} is a made-up security company that shows what Watchpost does. Its sixty guards keep watch over twelve premises in and around Pune: technology parks, housing societies, hospitals, a shopping centre, factories and warehouses.</p>
<p>Every round that you see was scanned checkpoint by checkpoint. None of it happened.</p>`,
  contactSupport: `<h2>Contact</h2>
<p>Control room, open day and night: <strong>+91 20 5550 0100</strong><br>E-mail: control@demo.example</p>
<p>In an emergency call 112 first.</p>`,
  faqs: `<h2>Questions</h2>
<h3>What makes a round complete?</h3>
<p>Every checkpoint of its route was scanned, whatever the order of arrival. A round that ended with one left out is incompleted.</p>
<h3>What if the phone has no network?</h3>
<p>Scans are kept on the phone with its time and sent later. Both times are kept.</p>
<h3>Why does a scan carry a remark?</h3>
<p>The phone was far from the checkpoint, its position was vague, its clock was off, or the code was typed. The scan counts all the same.</p>`,
  privacyPolicy: `<h2>Privacy policy</h2>
<p>We record who scanned which checkpoint, when, and where the phone was at that moment. Positions are taken at scans only, never between them or off duty.</p>
<p>Records are seen by the company's administrators and by the administrator of the site concerned.</p>`,
  termConditions: `<h2>Terms and conditions</h2>
<ol><li>The secret of a guard's device is personal.</li>
<li>A code is scanned at its checkpoint and is not photographed.</li>
<li>A defect or danger seen on a round is reported at once.</li></ol>`,
};
