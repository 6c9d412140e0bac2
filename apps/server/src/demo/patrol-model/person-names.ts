// Names that a guard company in Pune would have on its muster roll.

export const firstNames: readonly string[] = `
  Ramesh Suresh Santosh Ganesh Vijay Anil Sunil Prakash Mahesh Dilip
  Rajendra Sanjay Bharat Kiran Nitin Sachin Amol Vishal Datta Balaji
  Shankar Tukaram Vitthal Namdev Pandurang Sandeep Yogesh Ajay Deepak Manoj
  Imran Salim Rafiq Joseph Anthony Lakshmi Sunita Kavita Savita Manisha
  Rekha Asha Jyoti Shobha Arjun Bhagwan Chandrakant Eknath Hanumant Omkar
`
  .trim()
  .split(/\s+/);

export const lastNames: readonly string[] = `
  Jadhav Shinde Pawar Gaikwad More Kamble Chavan Kale Patil Deshmukh
  Bhosale Salunkhe Mane Sawant Kadam Thorat Waghmare Lokhande Ghule Dhumal
  Jagtap Nikam Kulkarni Joshi Shaikh Pathan Yadav Singh Thapa Gurung
  Fernandes Dsouza Bansode Sonawane Khandare Landge Tapkir Balwadkar Sutar Mohite
`
  .trim()
  .split(/\s+/);
