-- Once, on the leader: psql -h proxy -p 5000 -U postgres -v password=... -f create-database.sql
CREATE ROLE watchpost LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE watchpost OWNER watchpost;
