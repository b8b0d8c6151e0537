-- letters written so far lie in clear, with links that open accounts; whoever still waits for one asks again
delete from mail;
update password_reset set used_tm = now() where used_tm is null;
