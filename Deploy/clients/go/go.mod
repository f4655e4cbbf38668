module anchord.example/anchord

go 1.19
